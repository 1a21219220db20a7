import type { CustomerDataService, EventData } from '@prankpost/contracts'
import { isErased } from '../deletion.ts'
import { type Deps, emit } from '../deps.ts'
import { forgetExport } from './delete-account.ts'

/**
 * Records that a service has erased its data; the last answer completes the receipt and emits customer-erased in the
 * same write. A repeat, or an answer to an unknown deletion, changes nothing.
 */
export async function recordErasure(
  service: CustomerDataService,
  { ownerId, receipt, counts, erasedAt }: EventData<'order-data-erased'>,
  deps: Pick<Deps, 'outbox' | 'dataExports' | 'exportParts' | 'log'>,
): Promise<void> {
  await forgetExport(ownerId, deps)
  const recorded = await deps.outbox.change({ _id: ownerId, 'deletion.receipt': receipt }, ({ deletion }) => {
    if (deletion === undefined || deletion.answers[service] !== undefined) return null
    const answers = { ...deletion.answers, [service]: { counts, erasedAt: new Date(erasedAt) } }
    if (!isErased({ answers })) return { update: { $set: { 'deletion.answers': answers } } }
    const now = new Date()
    return {
      update: { $set: { 'deletion.answers': answers, 'deletion.erasedAt': now } },
      events: [emit('customer-erased', ownerId, { receipt, ownerId, erasedAt: now.toISOString() })],
    }
  })
  if (recorded === null)
    deps.log.warn({ service, receipt }, 'a service answered a deletion that is not known here')
}
