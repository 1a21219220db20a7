import type { CustomerDataService, EventData } from '@prankpost/contracts'
import { isErased } from '../deletion.ts'
import { type Deps, emit } from '../deps.ts'
import { forgetExport } from './delete-account.ts'

/**
 * Notes on a deletion that a service has erased its part; with the last of them the receipt is complete, and is
 * told of in the same write. A repeat changes nothing, and an answer to a deletion that is none of ours neither.
 */
export async function noteErased(
  service: CustomerDataService,
  { ownerId, receipt, counts, erasedAt }: EventData<'order-data-erased'>,
  deps: Pick<Deps, 'outbox' | 'dataExports' | 'exportParts' | 'log'>,
): Promise<void> {
  await forgetExport(ownerId, deps)
  const noted = await deps.outbox.change({ _id: ownerId, 'deletion.receipt': receipt }, ({ deletion }) => {
    if (deletion === undefined || deletion.answers[service] !== undefined) return null
    const answers = { ...deletion.answers, [service]: { counts, erasedAt: new Date(erasedAt) } }
    if (!isErased({ answers })) return { update: { $set: { 'deletion.answers': answers } } }
    const now = new Date()
    return {
      update: { $set: { 'deletion.answers': answers, 'deletion.erasedAt': now } },
      events: [emit('customer-erased', ownerId, { receipt, ownerId, erasedAt: now.toISOString() })],
    }
  })
  if (noted === null) deps.log.warn({ service, receipt }, 'an answer to a deletion that is not known here')
}
