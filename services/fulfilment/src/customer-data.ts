import { erasedAddress } from '@prankpost/contracts'
import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import type { Parcel, Shipment } from './shipment.model.ts'

/**
 * The personal data in fulfilment: shipments and their addresses. The shipment stays, the address is removed. Paid
 * parcels that are not sent yet are still sent; their address is removed then, after 90 days at the latest.
 */
export function personalData({ shipments, outbox }: Pick<Deps, 'shipments' | 'outbox'>): PersonalData {
  return {
    async *collect({ ownerId }) {
      for await (const shipment of shipments.find({ ownerId }).lean().cursor()) yield shown(shipment)
    },
    async count({ ownerId }) {
      const due = { ownerId, orderId: { $exists: true }, parcelsDue: { $gt: 0 } }
      const [all, kept] = await Promise.all([
        shipments.countDocuments({ ownerId }),
        shipments.countDocuments(due),
      ])
      return [
        { what: 'Shipments: what was sent and when stays', outcome: 'anonymized', count: all },
        { what: 'Addresses of parcels that are still to be sent', outcome: 'kept', count: kept },
      ]
    },
    async erase({ ownerId, isOverdue }) {
      let done = true
      for await (const { _id } of shipments.find({ ownerId }, { _id: 1 }).lean().cursor()) {
        await outbox.change({ _id }, (shipment) => {
          if (isDue(shipment) && !isOverdue) {
            done = false
            return null
          }
          return isAnonymized(shipment) ? null : { update: { $set: withoutAddresses(shipment) } }
        })
      }
      return { done }
    },
  }
}

/** Only parcels of orders can be due with an address: a plan's parcel gets its address when it is shipped. */
const isDue = ({ orderId, parcels, withdrawnAt }: Shipment) =>
  orderId !== undefined && withdrawnAt === null && parcels.some(({ shippedAt }) => shippedAt === null)

const isAnonymized = ({ customMessage, parcels }: Shipment) =>
  customMessage === null && parcels.every(({ contact }) => contact.name === erasedAddress.name)

function withoutAddresses({ parcels }: Shipment) {
  const anonymized = (parcel: Parcel): Parcel => ({
    ...parcel,
    contactId: null,
    contact: { ...erasedAddress },
    trackingNumber: null,
    adminNotes: null,
  })
  return { customMessage: null, parcels: parcels.map(anonymized) }
}

function shown({ _id, orderId, plan, customMessage, parcels, parcelsTotal, paidAt }: Shipment) {
  return {
    id: String(_id),
    orderId: orderId ?? null,
    subscriptionId: plan?.subscriptionId ?? null,
    customMessage,
    paidAt,
    parcelsTotal,
    parcels: parcels.map(({ prank, contact, quantity, shippedAt, trackingNumber }) => ({
      prank: prank.name,
      quantity,
      to: contact,
      shippedAt,
      trackingNumber,
    })),
  }
}
