import type { parcelsHeld, parcelsHold } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { createKeyedMutex, inFreeSlot, isDuplicateKey, unavailable } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type CountedParcel, countsUntil } from '../parcel.model.ts'
import { judge, type Verdict } from './check-addresses.ts'

const minuteMs = 60_000
/** An order without a session; the same as for its stock. */
const withoutSessionMs = 30 * minuteMs
/** Longer than Stripe keeps a session open (24 hours): payment-failed usually ends it before. */
const withSessionMs = 25 * 60 * minuteMs

type HoldDeps = Pick<Deps, 'listings' | 'cases' | 'parcels' | 'digests' | 'caps' | 'now'>
type Hold = z.output<typeof parcelsHold>
type Parcel = Omit<CountedParcel, 'slot' | 'senderSlot'>

/**
 * Counts the parcels of an order, or a parcel of a plan, for the caps of their addresses: all or none. Each takes a place that
 * is unique, in the write that stores it, so parallel calls never exceed a cap. A repeat takes nothing twice and renews the
 * time; a parcel whose address was corrected takes a place there and leaves the former one, in one write.
 *
 * If the process dies between two parcels, those of an unpaid order end by their time, and a repeat completes them.
 * @throws 503 when parallel orders took and left places each time; a repeat works
 */
export async function holdParcels(hold: Hold, deps: HoldDeps): Promise<z.output<typeof parcelsHeld>> {
  const parcels = toParcels(hold, deps)
  const [first = ''] = parcels.map(({ digest }) => digest).sort()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const held = await serialize(first, () => tryHold(parcels, deps))
    if (held !== null) return held
  }
  throw unavailable('Many orders for this target arrived at once. Please try again in a moment.')
}

/** Each failed attempt means that another replica took a place and left it again. */
const maxAttempts = 5
/** Within a process the orders for an address are serialized: otherwise several could take a part, and all leave it again. */
const serialize = createKeyedMutex()

/** Null when places were taken that are free again: it may be tried again. */
async function tryHold(parcels: Parcel[], deps: HoldDeps): Promise<z.output<typeof parcelsHeld> | null> {
  const except = parcels.map(({ _id }) => _id)
  const ask = () => judge({ wanted: parcels, isOneOrder: true, countsOwnHeld: true, except }, deps)
  const verdicts = await ask()
  if (isRefused(verdicts)) return refused(parcels, verdicts, deps)
  const added: string[] = []
  for (const parcel of parcels) {
    const outcome = await take(parcel, deps)
    checkpoint('consent:parcel-held')
    if (outcome === 'added') added.push(parcel._id)
    if (outcome !== 'full') continue
    // A parallel call took the last place.
    await deps.parcels.deleteMany({ _id: { $in: added }, purchaseId: parcel.purchaseId })
    const again = await ask()
    return isRefused(again) ? refused(parcels, again, deps) : null
  }
  return { verdicts, hasOwnUnpaid: false }
}

const isRefused = (verdicts: Verdict[]) => verdicts.some(({ refusal }) => refusal !== null)

function toParcels(
  { purchaseId, senderId, parcels, paid, sessionId }: Hold,
  { digests, now }: HoldDeps,
): Parcel[] {
  const at = now()
  const unpaidUntil = new Date(at.getTime() + (sessionId ? withSessionMs : withoutSessionMs))
  return parcels.map(({ parcelId, shipBy: shipByText, ...place }) => {
    const digest = digests.address(place)
    const shipBy = shipByText ? new Date(shipByText) : undefined
    return {
      _id: parcelId,
      purchaseId,
      digest,
      sender: digests.sender(digest, senderId),
      state: paid ? 'used' : 'held',
      ...(sessionId && { sessionId }),
      at,
      ...(shipBy && { shipBy }),
      until: paid ? countsUntil({ at, shipBy }) : unpaidUntil,
    }
  })
}

async function refused(
  wanted: Parcel[],
  verdicts: z.output<typeof parcelsHeld>['verdicts'],
  { parcels }: Pick<Deps, 'parcels'>,
): Promise<z.output<typeof parcelsHeld>> {
  const full = wanted.filter((_one, index) => verdicts[index]?.refusal?.kind === 'full')
  const own = await parcels.exists({
    sender: { $in: full.flatMap(({ sender }) => sender ?? []) },
    state: 'held',
    purchaseId: { $nin: wanted.map(({ purchaseId }) => purchaseId) },
  })
  return { verdicts, hasOwnUnpaid: own !== null }
}

/** Stores a parcel with its places. `kept`: it is counted already, and is now counted at least as long as before. */
async function take(
  parcel: Parcel,
  deps: Pick<Deps, 'parcels' | 'caps' | 'now'>,
): Promise<'added' | 'kept' | 'full'> {
  const { _id, digest, sessionId, state, at, shipBy, until } = parcel
  const known = { _id, digest }
  const { matchedCount } = await deps.parcels.updateOne(
    { ...known, state: 'held' },
    state === 'used'
      ? { $set: { state, at, until, ...(shipBy && { shipBy }) }, $unset: { sessionId: 1 } }
      : { $set: { at, ...(shipBy && { shipBy }), ...(sessionId && { sessionId }) }, $max: { until } },
  )
  if (matchedCount === 1 || (await deps.parcels.exists({ ...known, state: 'used' })) !== null) return 'kept'
  return (await store(parcel, deps)) ? 'added' : 'full'
}

/** Returns false when a cap is reached. */
async function store(
  { _id, ...parcel }: Parcel,
  { parcels, caps, now }: Pick<Deps, 'parcels' | 'caps' | 'now'>,
): Promise<boolean> {
  const limits = await caps()
  const write = (slots: Pick<CountedParcel, 'slot' | 'senderSlot'>) =>
    parcels.replaceOne({ _id }, { _id, ...parcel, ...slots }, { upsert: true })
  const inSlot = (
    field: 'slot' | 'senderSlot',
    of: 'digest' | 'sender',
    ownerId: string | null,
    limit: number | null,
    next: (slot: Pick<CountedParcel, 'slot' | 'senderSlot'>) => Promise<unknown>,
  ): Promise<unknown> => {
    if (limit === null || ownerId === null) return next({})
    const held = async () => {
      await parcels.deleteMany({ [of]: ownerId, until: { $lte: now() } })
      const found = await parcels
        .find({ [of]: ownerId, state: { $in: ['held', 'used'] }, [field]: { $exists: true } }, { [field]: 1 })
        .lean<CountedParcel[]>()
      return found.flatMap((one) => one[field] ?? [])
    }
    return inFreeSlot({ field, ownerId, limit, held }, (slot) => next({ [field]: slot }))
  }
  try {
    const made = await inSlot('slot', 'digest', parcel.digest, limits.all, (slot) =>
      inSlot('senderSlot', 'sender', parcel.sender, limits.sender, (own) => write({ ...slot, ...own })),
    )
    return made !== null
  } catch (error) {
    // A copy of this call stored the parcel at the same time.
    if (isDuplicateKey(error)) return true
    throw error
  }
}
