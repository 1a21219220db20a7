import { type AdminCase, type CaseOutcome, caseDays } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { conflict, notFound } from '@prankpost/service-kit'
import { toCaseDto } from '../case.model.ts'
import type { Deps } from '../deps.ts'
import { listAddress } from '../list-address.ts'

interface Closing {
  id: string
  outcome: CaseOutcome
  note: string
  /** The operator. */
  by: string
}

/**
 * Closes a case. `blocked` puts the address on the do-not-prank list first: what is held is withdrawn and refunded. If the
 * process dies in between, the address is listed and the case is open: a repeat closes it. With `dismissed` the address may get
 * parcels again; what is held stays so until an operator releases it. A repeat with the same outcome changes nothing.
 * @throws 404 for an unknown case, 409 when it was closed with the other outcome
 */
export async function closeCase(
  { id, outcome, note, by }: Closing,
  deps: Pick<Deps, 'cases' | 'caseOutbox' | 'listingOutbox' | 'now'>,
): Promise<AdminCase> {
  const found = await deps.cases.findById(id).lean()
  if (found === null) throw unknownCase()
  if (found.status === 'open' && outcome === 'blocked')
    await listAddress({ digest: found.digest, confirmedBy: 'case' }, deps)
  checkpoint('consent:case-decided')
  const at = deps.now()
  const closed = { at, by, outcome, note }
  await deps.caseOutbox.change({ _id: found._id }, (one) => {
    if (one.closed?.outcome === outcome) return null
    if (one.closed) throw conflict('This case was closed with another outcome meanwhile. Please reload.')
    const until = new Date(at.getTime() + caseDays * 86_400_000)
    return { update: { $set: { status: 'closed', closed, until }, $unset: { openDigest: 1 } } }
  })
  const now = await deps.cases.findById(id).lean()
  if (now === null) throw unknownCase()
  return toCaseDto(now)
}

export const unknownCase = () => notFound('There is no such case.')
