import type { EventData } from '@prankpost/contracts'
import { unlessDuplicate } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { type CountedParcel, countsUntil } from '../parcel.model.ts'
import { withHouses } from './check-addresses.ts'
import { addressReported } from './report-harassment.ts'

type ParcelDeps = Pick<Deps, 'parcels' | 'digests' | 'now'>

/**
 * Counts the parcels of a paid order for 30 days from its payment, or from their ship-by date if they are to arrive on a day.
 * Those that are not held, because the payment came after their time or the order was imported, are counted without a place:
 * payments that were late may exceed a cap. Withdrawn ones stay released. A repeat changes nothing.
 *
 * If one of the addresses is on the list, because the session was open before, address-blocked is emitted again: order
 * withdraws the parcel and refunds it. The order was paid before this event, so order finds it. In the same way, a parcel to an
 * address with an open case is held.
 */
export async function countPaidParcels(
  { orderId, ownerId, items, paidAt }: EventData<'order-paid'>,
  deps: ParcelDeps & BlockDeps,
): Promise<void> {
  const at = new Date(paidAt)
  const paid = items.map(({ parcelId, contact, shipBy }) => ({
    parcelId,
    digest: deps.digests.address(contact),
    shipBy: shipBy ? new Date(shipBy) : undefined,
  }))
  for (const { parcelId, digest, shipBy } of paid) {
    const counted = {
      state: 'used',
      at,
      until: countsUntil({ at, shipBy }),
      ...(shipBy && { shipBy }),
    } as const
    if (counted.until <= deps.now()) continue
    const { matchedCount } = await deps.parcels.updateOne(
      { _id: parcelId, state: 'held' },
      { $set: counted, $unset: { sessionId: 1 } },
    )
    if (matchedCount === 1) continue
    const sender = deps.digests.sender(digest, ownerId)
    await unlessDuplicate(
      deps.parcels.create({ _id: parcelId, purchaseId: orderId, digest, sender, ...counted }),
    )
  }
  await blockAgain(
    paid.map(({ digest }) => digest),
    deps,
  )
}

/**
 * Counts a shipped parcel for 30 days from then on, also if it had been paid, or printed, long before. A parcel without a place
 * is counted all the same. A repeat changes nothing, and neither does the report of an earlier sending that is late.
 */
export async function countShippedParcel(
  { parcelId, orderId, ownerId, stripeSubscriptionId, contact, shippedAt }: EventData<'prank-shipped'>,
  { parcels, digests, now }: ParcelDeps,
): Promise<void> {
  const at = new Date(shippedAt)
  const until = countsUntil({ at })
  const { matchedCount } = await parcels.updateOne(
    {
      _id: parcelId,
      $or: [
        { state: 'held' },
        { state: 'used', shipBy: { $exists: true } },
        { state: 'used', at: { $lt: at } },
      ],
    },
    { $set: { state: 'used', at, until }, $unset: { sessionId: 1, shipBy: 1 } },
  )
  if (matchedCount === 1 || until <= now()) return
  const digest = digests.address(contact)
  const parcel = { digest, sender: digests.sender(digest, ownerId), state: 'used', at, until } as const
  const purchaseId = orderId ?? stripeSubscriptionId ?? parcelId
  await unlessDuplicate(parcels.create({ ...parcel, _id: parcelId, purchaseId }))
}

/**
 * Emits address-blocked again for a parcel that is sent again if its address was listed while that was decided, and
 * address-reported if it has an open case. It was counted before the decision, so it is known here. A repeat changes nothing else.
 */
export async function checkSentAgain(
  { parcelId }: Pick<EventData<'parcel-sent-again'>, 'parcelId'>,
  deps: Pick<Deps, 'parcels'> & BlockDeps,
): Promise<void> {
  const parcel = await deps.parcels.findById(parcelId, { digest: 1 }).lean()
  if (parcel !== null) await blockAgain([parcel.digest], deps)
}

type BlockDeps = Pick<Deps, 'listings' | 'listingOutbox' | 'cases' | 'caseOutbox' | 'now'>

/**
 * Emits address-blocked again for those of the addresses that are on the list, or whose house is, and address-reported for those
 * with an open case.
 */
async function blockAgain(
  digests: string[],
  { listings, listingOutbox, cases, caseOutbox, now }: BlockDeps,
): Promise<void> {
  const blocking = { $in: withHouses(digests) }
  for (const digest of await listings.distinct('digest', { digest: blocking })) {
    await listingOutbox.change({ digest }, ({ _id }) => ({
      update: {},
      events: [emit('address-blocked', String(_id), { digest, at: now().toISOString() })],
    }))
  }
  for (const openDigest of await cases.distinct('openDigest', { openDigest: blocking })) {
    await caseOutbox.change({ openDigest }, (one) => ({ update: {}, events: [addressReported(one, now())] }))
  }
}

/**
 * Releases the places of withdrawn parcels: an order was cancelled, or refunded before it was sent. The event contains the
 * whole state, so a repeat changes nothing. A parcel that is not known yet is stored as released, for the order-paid that is
 * late. If a parcel goes to a listed address, because its address was corrected while that was listed, address-blocked is
 * emitted again, and address-reported for an address with an open case.
 *
 * An unsent parcel is counted where it goes: of two corrections at the same moment, the one that was written last may not be
 * the one that took its place last.
 */
export async function followParcels(
  { orderId, ownerId, parcelsRevision, parcels }: Omit<EventData<'order-parcels-changed'>, 'at'>,
  deps: ParcelDeps & BlockDeps,
): Promise<void> {
  const at = deps.now()
  const unsent = parcels
    .filter(({ isWithdrawn, shippedAt }) => !isWithdrawn && !shippedAt)
    .map(({ parcelId, contact }) => ({ parcelId, digest: deps.digests.address(contact) }))
  await blockAgain(
    unsent.map(({ digest }) => digest),
    deps,
  )
  if (ownerId !== undefined && parcelsRevision > 0) {
    for (const { parcelId, digest } of unsent) {
      const sender = deps.digests.sender(digest, ownerId)
      await moveTo({ _id: parcelId, digest, sender, revision: parcelsRevision }, deps)
    }
  }
  for (const { parcelId, contact, isWithdrawn } of parcels) {
    if (!isWithdrawn) continue
    const { matchedCount } = await deps.parcels.updateOne(
      { _id: parcelId },
      { $set: { state: 'released' }, $unset: { slot: 1, senderSlot: 1, sessionId: 1 } },
    )
    if (matchedCount === 1) continue
    const digest = deps.digests.address(contact)
    const until = countsUntil({ at })
    const released = { _id: parcelId, purchaseId: orderId, digest, sender: null, at, until }
    await unlessDuplicate(deps.parcels.create({ ...released, state: 'released' }))
  }
}

/** Counts a parcel at another address, without a place there, unless it follows a later event. A repeat changes nothing. */
async function moveTo(
  { _id, digest, sender, revision }: Pick<CountedParcel, '_id' | 'digest' | 'sender'> & { revision: number },
  { parcels }: Pick<Deps, 'parcels'>,
): Promise<void> {
  const ifSame = (field: string) => ({ $cond: [{ $eq: ['$digest', digest] }, field, '$$REMOVE'] })
  await parcels.updateOne(
    { _id, state: 'used', revision: { $not: { $gte: revision } } },
    [{ $set: { digest, sender, revision, slot: ifSame('$slot'), senderSlot: ifSame('$senderSlot') } }],
    { updatePipeline: true },
  )
}

/** Releases what an unpaid order held whose session ended. Places for a later session stay. A repeat changes nothing. */
export async function releaseUnpaid(
  { purchaseId, sessionId }: { purchaseId: string; sessionId?: string },
  { parcels }: Pick<Deps, 'parcels'>,
): Promise<{ released: true }> {
  const ofSession = sessionId === undefined ? {} : { sessionId: { $in: [null, sessionId] } }
  await parcels.deleteMany({ purchaseId, state: 'held', ...ofSession })
  return { released: true }
}
