import { erasedAddress, isStillPlanned } from '@prankpost/contracts'
import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { isLost, isUnsent } from './due-parcels.ts'
import { withoutTracking } from './forget-addresses.ts'
import type { Parcel } from './parcel.model.ts'
import type { Shipment } from './shipment.model.ts'
import { withdrawnRest } from './use-cases/withdraw-plan.ts'

/**
 * The personal data in fulfilment: shipments and their addresses, the draws of plans and their preferences. The shipment
 * stays; address, draw and preferences are removed. Paid parcels that have an address and are not sent yet are still sent;
 * their address is removed then, after 90 days at the latest, or a week after the ship-by date of a later day. What was
 * never sent of a plan is not sent any more: the end of a running plan withdraws it, and the erasure itself if the customer
 * ended the plan before and had it sent.
 *
 * Each shipment is one write with its event, and a repeat changes nothing. After a crash between two of them the redelivered
 * deletion erases the others; a month or an end that arrives later repeats the erasure.
 */
export function personalData({
  shipments,
  preferences,
  outbox,
  now,
}: Pick<Deps, 'shipments' | 'preferences' | 'outbox' | 'now'>): PersonalData {
  return {
    async *collect({ ownerId }) {
      for await (const shipment of shipments.find({ ownerId }).lean().cursor()) yield shown(shipment)
      for await (const { _id, excludedPrankIds, excludedContactIds } of preferences
        .find({ ownerId })
        .lean()
        .cursor()) {
        yield {
          subscriptionId: _id,
          neverDrawn: { prankIds: excludedPrankIds, targetIds: excludedContactIds },
        }
      }
    },
    async count({ ownerId }) {
      const due = {
        ownerId,
        withdrawnAt: null,
        disputes: { $not: { $elemMatch: { status: 'lost' } } },
        parcels: { $elemMatch: { shippedAt: null, withdrawnAt: null } },
      }
      const [all, kept, excluded] = await Promise.all([
        shipments.countDocuments({ ownerId }),
        shipments.countDocuments(due),
        preferences.countDocuments({ ownerId }),
      ])
      return [
        { what: 'Shipments: what was sent and when stays', outcome: 'anonymized', count: all },
        { what: 'Addresses of parcels that are still to be sent', outcome: 'kept', count: kept },
        { what: 'Preferences for the draws of plans', outcome: 'deleted', count: excluded },
      ]
    },
    async erase({ ownerId, isOverdue }) {
      await preferences.deleteMany({ ownerId })
      let done = true
      for await (const { _id } of shipments.find({ ownerId }, { _id: 1 }).lean().cursor()) {
        await outbox.change({ _id }, (shipment) => {
          const rest = withdrawnRest(shipment, now())
          if (rest === null && isDue(shipment) && (!isOverdue || isPlanned(shipment, now()))) {
            done = false
            return null
          }
          if (rest === null && isAnonymized(shipment)) return null
          const { $set, $unset } = rest?.update ?? {}
          const update = { $set: { ...$set, ...withoutAddresses(shipment) }, $unset: { ...$unset, draw: 1 } }
          return { update, events: rest?.events ?? [] }
        })
      }
      return { done }
    },
  }
}

/**
 * Whether an address is still needed: of parcels of orders, and of those of plans that are sent again; any other parcel of a
 * plan gets its address when it is shipped. A parcel held by a dispute may still be sent.
 */
const isDue = (shipment: Shipment) =>
  shipment.withdrawnAt === null && !isLost(shipment) && shipment.parcels.some(isUnsent)

/** Whether one of its parcels is to be sent for a later day. */
const isPlanned = ({ parcels }: Shipment, now: Date) =>
  parcels.some((parcel) => isUnsent(parcel) && isStillPlanned(parcel, now))

const isAnonymized = ({ customMessage, parcels, draw }: Shipment) =>
  customMessage === null &&
  draw === undefined &&
  parcels.every(
    ({ contact, trackingNumber, adminNotes, heldBecause, earlier = [] }) =>
      contact.name === erasedAddress.name &&
      !(trackingNumber || adminNotes || heldBecause) &&
      earlier.every((one) => one.trackingNumber === null),
  )

function withoutAddresses({ parcels }: Shipment) {
  const anonymized = (parcel: Parcel): Parcel => ({
    ...parcel,
    contactId: null,
    contact: { ...erasedAddress },
    addressDigest: undefined,
    trackingNumber: null,
    adminNotes: null,
    heldBecause: null,
    ...(parcel.earlier && { earlier: withoutTracking(parcel.earlier) }),
  })
  return { customMessage: null, parcels: parcels.map(anonymized) }
}

function shown({
  _id,
  orderId,
  plan,
  customMessage,
  parcels,
  parcelsTotal,
  paidAt,
  draw = [],
  drawId,
}: Shipment) {
  return {
    id: String(_id),
    orderId: orderId ?? null,
    subscriptionId: plan?.subscriptionId ?? null,
    customMessage,
    paidAt,
    parcelsTotal,
    parcels: parcels.map(({ prank, contact, quantity, shippedAt, withdrawnAt, carrier, trackingNumber }) => ({
      prank: prank.name,
      quantity,
      to: contact,
      shippedAt,
      withdrawnAt: withdrawnAt ?? null,
      carrier: carrier ?? null,
      trackingNumber,
    })),
    drawId: drawId ?? null,
    drawn: draw.map(({ slot, prankId, contactId }) => ({ slot, prankId, targetId: contactId })),
  }
}
