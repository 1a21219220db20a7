import type { addressesCheck, addressesChecked, ConsentRefusal } from '@prankpost/contracts'
import { capDays } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { CountedParcel } from '../parcel.model.ts'

export const capMs = capDays * 86_400_000

/** A parcel that is to be counted. */
interface Wanted {
  digest: string
  sender: string | null
}
export type Verdict = z.output<typeof addressesChecked>['verdicts'][number]
type CheckDeps = Pick<Deps, 'listings' | 'cases' | 'parcels' | 'caps' | 'now'>

/**
 * Says for each address whether a parcel may be sent there: it is not on the do-not-prank list, has no open case, and its caps
 * are not used up. The first two are the same refusal: no sender learns of a report.
 * Changes nothing. What unpaid orders of the same sender hold does not count: it may be the same cart again, or they end
 * when another one is placed.
 */
export async function checkAddresses(
  { senderId, places, isOneOrder }: z.output<typeof addressesCheck>,
  deps: CheckDeps & Pick<Deps, 'digests'>,
): Promise<z.output<typeof addressesChecked>> {
  const wanted = places.map((place): Wanted => {
    const digest = deps.digests.address(place)
    return { digest, sender: deps.digests.sender(digest, senderId) }
  })
  return { verdicts: await judge({ wanted, isOneOrder, countsOwnHeld: false }, deps) }
}

interface Question {
  wanted: Wanted[]
  /** Whether several parcels for one address are counted together. */
  isOneOrder: boolean
  /** Whether unpaid orders of the same sender count. */
  countsOwnHeld: boolean
  /** Parcels that do not count, because they are those in question. */
  except?: string[]
}

/** The verdict about each parcel, in the given order. */
export async function judge(
  { wanted, isOneOrder, countsOwnHeld, except = [] }: Question,
  { listings, cases, parcels, caps, now }: CheckDeps,
): Promise<Verdict[]> {
  const digests = [...new Set(wanted.map(({ digest }) => digest))]
  const limits = await caps()
  const isCapped = limits.all !== null || limits.sender !== null
  const [listed, reported, counted] = await Promise.all([
    listings.distinct('digest', { digest: { $in: digests } }),
    cases.distinct('openDigest', { openDigest: { $in: digests } }),
    isCapped
      ? parcels
          .find(
            { digest: { $in: digests }, state: { $in: ['held', 'used'] }, until: { $gt: now() } },
            { digest: 1, sender: 1, state: 1, at: 1 },
          )
          .lean<Counted[]>()
      : [],
  ])
  const others = counted.filter(({ _id }) => !except.includes(_id))
  return wanted.map(({ digest, sender }) => {
    if (listed.includes(digest) || reported.includes(digest)) return { digest, refusal: { kind: 'blocked' } }
    const needed = isOneOrder ? wanted.filter((one) => one.digest === digest).length : 1
    const there = others.filter(
      (one) =>
        one.digest === digest &&
        (countsOwnHeld || one.state === 'used' || one.sender !== sender || sender === null),
    )
    const own = there.filter((one) => sender !== null && one.sender === sender)
    const refusals = [
      refusalOf(needed, sender === null ? null : limits.sender, own),
      refusalOf(needed, limits.all, there),
    ]
    return { digest, refusal: strictest(refusals) }
  })
}

type Counted = Pick<CountedParcel, '_id' | 'digest' | 'sender' | 'state' | 'at'>

function refusalOf(needed: number, cap: number | null, counted: Counted[]): ConsentRefusal | null {
  if (cap === null || counted.length + needed <= cap) return null
  if (needed > cap) return { kind: 'too-many', most: cap }
  const ends = counted.map(({ at }) => at.getTime() + capMs).sort((a, b) => a - b)
  const last = ends[counted.length + needed - cap - 1] ?? 0
  // The day after, because it ends during that day.
  return { kind: 'full', from: new Date(last + 86_400_000).toISOString().slice(0, 10) }
}

/** The refusal that lasts longest. */
function strictest(refusals: (ConsentRefusal | null)[]): ConsentRefusal | null {
  const [first = null, ...rest] = refusals.filter((one) => one !== null)
  return rest.reduce<ConsentRefusal | null>(
    (a, b) => (a?.kind === 'full' && (b.kind !== 'full' || b.from > a.from) ? b : a),
    first,
  )
}
