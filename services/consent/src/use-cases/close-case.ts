import { type AdminCase, type CaseOutcome, caseDays, type StopScope } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { conflict, notFound } from '@prankpost/service-kit'
import type { UpdateQuery } from 'mongoose'
import { type Case, toCaseDto } from '../case.model.ts'
import type { Deps } from '../deps.ts'
import { listAddress, listedOf } from '../list-address.ts'

interface Closing {
  id: string
  outcome: CaseOutcome
  /** What is blocked of an address with a unit. */
  scope: StopScope
  note: string
  /** The operator. */
  by: string
}

/**
 * Closes a case. `blocked` first reserves this outcome in the case, then puts the address, or its house with all units, on the
 * do-not-prank list (what is held is withdrawn and refunded), then closes it. If the process dies in between, the case is open
 * and can only be closed as blocked: a repeat lists its scope once and closes the case; a scope that was listed stays so. With `dismissed`, one write, the address may get parcels
 * again; what is held stays so until an operator releases it. A repeat with the same outcome changes nothing.
 * @throws 404 for an unknown case, 409 when it was closed, or is being closed, with the other outcome, and for `blocked` when
 * the address was erased before the report
 */
export async function closeCase(
  { id, outcome, scope, note, by }: Closing,
  deps: Pick<Deps, 'cases' | 'caseOutbox' | 'listingOutbox' | 'now'>,
): Promise<AdminCase> {
  const found = await deps.cases.findById(id).lean()
  if (found === null) throw unknownCase()
  const { _id, digest, isErased } = found
  if (isErased && outcome === 'blocked') throw conflict(unknownAddress)
  const decide = (update: UpdateQuery<Case>) =>
    deps.caseOutbox.change({ _id }, (one) => {
      if (one.closed?.outcome === outcome) return null
      if (one.closed) throw conflict('This case was closed with another outcome meanwhile. Please reload.')
      if (one.deciding && one.deciding !== outcome) throw conflict(beingBlocked)
      return { update }
    })
  if (outcome === 'blocked') {
    const reserved = await decide({ $set: { deciding: outcome } })
    if (reserved?.changed) await listAddress({ digest: listedOf(digest, scope), confirmedBy: 'case' }, deps)
  }
  checkpoint('consent:case-decided')
  const at = deps.now()
  const until = new Date(at.getTime() + caseDays * 86_400_000)
  const closed = { status: 'closed', closed: { at, by, outcome, note }, until }
  await decide({ $set: closed, $unset: { openDigest: 1, deciding: 1 } })
  const now = await deps.cases.findById(id).lean()
  if (now === null) throw unknownCase()
  return toCaseDto(now)
}

const beingBlocked =
  'The address of this case is being blocked. Please reload, and close the case as blocked.'

const unknownAddress =
  'The address of this parcel was erased, so that it cannot be blocked. Please dismiss the case instead.'

export const unknownCase = () => notFound('There is no such case.')
