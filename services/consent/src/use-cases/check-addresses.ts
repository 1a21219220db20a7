import type { addressesCheck, addressesChecked, ConsentRefusal } from '@prankpost/contracts'
import { houseOf } from '@prankpost/contracts'
import { refuseIf } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type CountedParcel, countsUntil } from '../parcel.model.ts'

/** A parcel that is to be counted. */
interface Wanted {
  digest: string
  sender: string | null
}
export type Verdict = z.output<typeof addressesChecked>['verdicts'][number]
type CheckDeps = Pick<Deps, 'listings' | 'cases' | 'parcels' | 'caps' | 'now'>

/**
 * Says for each address whether a parcel may be sent there: neither it nor its house is on the do-not-prank list or has an open
 * case, and its caps are not used up. Both are the same refusal to customers: no sender learns of a report.
 * What unpaid orders of the same sender hold does not count: it may be the same cart again, or they end when another one is
 * placed.
 *
 * For an order it counts the refused targets of its customer, each once in a call: otherwise carts could find out the list. Once
 * they are too many, carts without one get the same answer. After a crash they stay counted until the hour ends.
 * @throws 429 after too many refused targets of one customer
 */
export async function checkAddresses(
  { senderId, places, isOneOrder }: z.output<typeof addressesCheck>,
  deps: CheckDeps & Pick<Deps, 'digests' | 'refusedTargets'>,
): Promise<z.output<typeof addressesChecked>> {
  const wanted = places.map((place): Wanted => {
    const digest = deps.digests.address(place)
    return { digest, sender: deps.digests.sender(digest, senderId) }
  })
  const verdicts = await judge({ wanted, isOneOrder, countsOwnHeld: false }, deps)
  // At no house: the limits contain no sender either.
  const customer = isOneOrder ? deps.digests.sender('', senderId) : null
  if (customer !== null) await limitRefused(customer, verdicts, deps)
  return { verdicts }
}

async function limitRefused(
  customer: string,
  verdicts: Verdict[],
  { refusedTargets }: Pick<Deps, 'refusedTargets'>,
): Promise<void> {
  const refused = new Set(verdicts.flatMap(({ digest, refusal }) => (refusal === null ? [] : digest)))
  const waits =
    refused.size === 0
      ? [await refusedTargets.waitFor(customer)]
      : await Promise.all([...refused].map(() => refusedTargets.count(customer)))
  refuseIf(waits.find((one) => one !== null) ?? null, 'Too many of your targets cannot get parcels.')
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
  const senders = [...new Set(wanted.flatMap(({ sender }) => sender ?? []))]
  const blocking = { $in: withHouses(digests) }
  const limits = await caps()
  const isCapped = limits.all !== null || limits.sender !== null
  const [listed, reported, counted] = await Promise.all([
    listings.distinct('digest', { digest: blocking }),
    cases.find({ openDigest: blocking }, { openDigest: 1 }).lean(),
    isCapped
      ? parcels
          .find(
            {
              $or: [{ digest: { $in: digests } }, { sender: { $in: senders } }],
              state: { $in: ['held', 'used'] },
              until: { $gt: now() },
            },
            { digest: 1, sender: 1, state: 1, at: 1, shipBy: 1 },
          )
          .lean<Counted[]>()
      : [],
  ])
  const others = counted.filter(({ _id }) => !except.includes(_id))
  return wanted.map(({ digest, sender }) => {
    const here = withHouses([digest])
    if (here.some((one) => listed.includes(one))) return { digest, refusal: { kind: 'blocked' } }
    const open = reported.find(({ openDigest = '' }) => here.includes(openDigest))
    if (open) return { digest, refusal: { kind: 'blocked', reportedCase: String(open._id) } }
    const isOwn = (one: Wanted) => sender !== null && one.sender === sender
    const isThere = (one: Wanted) => one.digest === digest
    const neededOf = (counts: (one: Wanted) => boolean) => (isOneOrder ? wanted.filter(counts).length : 1)
    const counting = others.filter((one) => countsOwnHeld || one.state === 'used' || !isOwn(one))
    // The units of a house count together for one sender: otherwise invented ones would defeat the cap.
    const ownCap = sender === null ? null : limits.sender
    const own = refusalOf(neededOf(isOwn), ownCap, counting.filter(isOwn))
    const all = refusalOf(neededOf(isThere), limits.all, counting.filter(isThere))
    return { digest, refusal: strictest([own?.kind === 'full' ? { ...own, isOwn: true } : own, all]) }
  })
}

/** The digests that block one of these addresses: their own, and those of their houses. */
export const withHouses = (digests: string[]): string[] => [
  ...new Set(digests.flatMap((one) => [one, houseOf(one)])),
]

type Counted = Pick<CountedParcel, '_id' | 'digest' | 'sender' | 'state' | 'at' | 'shipBy'>

function refusalOf(needed: number, cap: number | null, counted: Counted[]): ConsentRefusal | null {
  if (cap === null || counted.length + needed <= cap) return null
  if (needed > cap) return { kind: 'too-many', most: cap }
  const ends = counted.map((one) => countsUntil(one).getTime()).sort((a, b) => a - b)
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
