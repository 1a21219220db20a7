import { randomUUID } from 'node:crypto'
import {
  carrierOf,
  type EventData,
  internalPranks,
  type ShipPrankAnswer,
  type ShipPrankInput,
} from '@prankpost/contracts'
import { type Change, checkpoint } from '@prankpost/messaging'
import { conflict, createKeyedMutex, isDuplicateKey, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { slotFor } from '../draw.ts'
import { countNeverSent, isHeld, isLost } from '../due-parcels.ts'
import { holdPlace } from '../hold-places.ts'
import type { Parcel } from '../parcel.model.ts'
import { fetchAddress } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { shipForSlot } from '../shipped-parcel.ts'
import { whyReview } from './review-slots.ts'

/**
 * Ships one parcel of a plan, from the month that the form shows, or else the oldest one with a due parcel, and emits
 * prank-shipped in the same write. The operator chooses prank and target; the slot of the month's draw that it was shipped for
 * is marked, also in this write. Concurrent calls never ship more parcels than a month has.
 *
 * The idempotency key is the parcel's id, which is unique: a repeat of a call, concurrent or after a crash, finds the
 * first parcel and returns it.
 * @throws 404 for an unknown plan, prank or target, or one of another customer; 409 when all parcels are shipped, perhaps by
 * another operator and only those of the form's month, when no parcel may be sent to the target, when its address must be
 * reviewed, when the plan has ended, when a dispute about the month is open or lost, or when the key was used for another
 * parcel; 503 when contact, catalog or consent is unavailable
 */
export async function shipPlanParcel(input: ShipPrankInput, deps: Deps): Promise<ShipPrankAnswer> {
  const id = input.idempotencyKey ?? randomUUID()
  const known = input.idempotencyKey === undefined ? null : await findShipped(input, id, deps)
  if (known !== null) return known
  const shipped = await ship(input, id, deps)
  // A copy of this call may have been faster, or there is nothing to ship.
  return shipped ?? (await findShipped(input, id, deps)) ?? (await refuse(input, deps))
}

/** The parcel with the present data of its target and prank. @throws 404 when one of them does not exist */
async function pack(input: ShipPrankInput, id: string, deps: Deps): Promise<Parcel> {
  const [contact, prank] = await Promise.all([fetchTarget(input, deps), fetchPrank(input, deps)])
  const month = { ownerId: input.userId, plan: { subscriptionId: input.stripeSubscriptionId } }
  // Shipping it counts it for 30 days, by the event. A call that ships nothing leaves it for half an hour.
  const refusal = await holdPlace({ shipment: month, parcelId: id, contact }, deps, { lasts: false })
  if (refusal !== null) throw conflict(refusal)
  checkpoint('fulfilment:parcel-packed')
  return {
    id,
    prank,
    contactId: input.contactId,
    contact,
    quantity: input.quantity,
    shippedAt: null,
    eventId: null,
    withdrawnAt: null,
    carrier: carrierOf(input.trackingNumber || ''),
    trackingNumber: input.trackingNumber || null,
    adminNotes: input.adminNotes || null,
  }
}

/**
 * The oldest paid month of the plan with a due parcel that was never sent: it is shipped first. With an invoice only its month:
 * prank and target were drawn for it. Parcels that are sent again are shipped from the queue.
 */
const findOldestDue = ({ stripeSubscriptionId, userId, invoiceId }: ShipPrankInput, { shipments }: Deps) =>
  shipments
    .findOne(
      {
        ...{ 'plan.stripeSubscriptionId': stripeSubscriptionId, ownerId: userId, parcelsDue: { $gt: 0 } },
        $expr: { $lt: [{ $size: '$parcels' }, '$parcelsTotal'] },
        ...(invoiceId && { invoiceId }),
      },
      { _id: 1 },
    )
    .sort({ 'plan.periodStart': 1 })
    .lean()

const serialize = createKeyedMutex()

/**
 * Adds the parcel to the oldest month with a due parcel; null when there is none, or when this parcel is already
 * shipped.
 *
 * The conditional write decides which call gets a month's last parcel, also between replicas; the other calls read
 * again. A month is written at most six times (five parcels, the end of its plan), which is within the outbox's
 * attempts, and the next month is searched only when this one is full. Within a process the calls for a plan are
 * serialized: otherwise they would occupy every connection with writes that fail, and each of them would ask contact,
 * catalog and consent for a parcel that is not due any more.
 */
function ship(input: ShipPrankInput, id: string, deps: Deps): Promise<ShipPrankAnswer | null> {
  return serialize(input.stripeSubscriptionId, async () => {
    let parcel: Parcel | undefined
    for (;;) {
      const month = await findOldestDue(input, deps)
      if (month === null) return null
      const packed = parcel ?? (await pack(input, id, deps))
      parcel = packed
      try {
        const result = await deps.outbox.change({ _id: month._id }, (now) => addParcel(now, packed))
        if (result?.changed) return answerOf(result.document, id, result.document.parcels.length)
        if (result?.document.parcels.some((one) => one.id === id)) return null
      } catch (error) {
        // A concurrent copy of this call has shipped it in an earlier month: the parcel's id is unique.
        if (isDuplicateKey(error)) return null
        throw error
      }
    }
  })
}

/** Null when the month has no due parcel that was never sent, or contains this parcel. */
function addParcel(month: Shipment, parcel: Parcel): Change<Shipment> | null {
  const isShipped = month.parcels.some(({ id }) => id === parcel.id)
  if (isShipped || month.parcelsDue === undefined || countNeverSent(month) === 0) return null
  const reason = whyReview(month, parcel)
  if (reason !== null) throw conflict(reason)
  const slot = month.draw === undefined ? undefined : slotFor(month.draw, parcel)
  if (month.draw !== undefined && month.draw.length > 0 && slot === undefined) {
    throw conflict('The parcels of this month are held. Release one of them in the parcel queue first.')
  }
  return shipForSlot(month, parcel, slot)
}

const answerOf = ({ _id, parcelsTotal }: Shipment, parcelId: string, index: number): ShipPrankAnswer => ({
  shipmentId: String(_id),
  parcelId,
  parcelsShipped: index + 1,
  parcelsTotal,
})

/** The response to the first call with this key. @throws 409 when that call was for another parcel */
async function findShipped(
  { stripeSubscriptionId, userId, prankId, contactId }: ShipPrankInput,
  id: string,
  { shipments }: Deps,
): Promise<ShipPrankAnswer | null> {
  const month = await shipments.findOne({ 'parcels.id': id }).lean()
  if (month === null) return null
  const index = month.parcels.findIndex((one) => one.id === id)
  const parcel = month.parcels[index]
  const isSame =
    month.plan?.stripeSubscriptionId === stripeSubscriptionId &&
    month.ownerId === userId &&
    parcel?.prank.id === prankId &&
    parcel.contactId === contactId
  if (isSame) return answerOf(month, id, index)
  throw conflict('This parcel was shipped already, with another prank or to another target. Please reload.')
}

async function fetchTarget({ userId, contactId }: ShipPrankInput, deps: Deps): Promise<Parcel['contact']> {
  const found = await fetchAddress(userId, contactId, deps)
  if (found !== null) return found
  throw notFound("This target is not in the customer's address book any more. Please choose another one.")
}

/** A prank that is no longer on sale may still be in stock: the operator decides. */
async function fetchPrank(
  { prankId }: ShipPrankInput,
  { catalog }: Deps,
): Promise<EventData<'prank-shipped'>['prank']> {
  const [found] = await catalog.get(
    `/internal/pranks?${new URLSearchParams({ ids: prankId })}`,
    internalPranks,
  )
  if (found === undefined) throw notFound('There is no such prank any more. Please choose another one.')
  const { name, description, tier, image } = found
  return { id: prankId, name, description, tier, image }
}

/** Throws the error that explains why nothing could be shipped. */
async function refuse(
  { stripeSubscriptionId, userId, invoiceId }: ShipPrankInput,
  { shipments }: Deps,
): Promise<never> {
  const months = await shipments
    .find({ 'plan.stripeSubscriptionId': stripeSubscriptionId, ownerId: userId }, { outbox: 0 })
    .sort({ 'plan.periodStart': -1 })
    .lean<Shipment[]>()
  const [newest] = months
  if (newest === undefined) throw notFound('This customer has no such plan with a paid month.')
  if (newest.withdrawnAt !== null) throw conflict('This plan has ended: nothing more is shipped for it.')
  if (months.some((month) => countNeverSent(month) > 0 && isHeld(month))) {
    throw conflict(
      'A dispute about the payment of this month is open: its pranks are held until the bank has decided.',
    )
  }
  if (countNeverSent(newest) > 0 && isLost(newest)) {
    throw conflict('The dispute about the payment of this month was lost: its pranks are not shipped.')
  }
  if (invoiceId && months.some((month) => month.parcelsDue !== undefined && countNeverSent(month) > 0)) {
    throw conflict(
      'Nothing of the month that this form shows is due any more. Close the form and open it again for the rest.',
    )
  }
  const { parcelsTotal: total } = newest
  throw conflict(
    total === 1
      ? 'The prank of this month has been shipped already.'
      : `All ${total} pranks of this month have been shipped already.`,
  )
}
