import { erasedAddress } from '@prankpost/contracts'
import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import type { Parcel, Shipment } from './shipment.model.ts'

/**
 * What fulfilment holds of a customer: what was sent to whom. That something was sent stays, the address does
 * not. What is paid and not sent yet is still sent: its address goes with it, after 90 days at last.
 */
export function personalData({ shipments, outbox }: Pick<Deps, 'shipments' | 'outbox'>): PersonalData {
  return {
    async *collect({ ownerId }) {
      for await (const shipment of shipments.find({ ownerId }).lean().cursor()) yield shown(shipment)
    },
    async count({ ownerId }) {
      const waiting = { ownerId, orderId: { $exists: true }, parcelsDue: { $gt: 0 } }
      const [all, kept] = await Promise.all([
        shipments.countDocuments({ ownerId }),
        shipments.countDocuments(waiting),
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
          return isNameless(shipment) ? null : { update: { $set: withoutAddresses(shipment) } }
        })
      }
      return { done }
    },
  }
}

/** A plan's parcels get their addresses as they leave: only those of an order can wait with one. */
const isDue = ({ orderId, parcels, withdrawnAt }: Shipment) =>
  orderId !== undefined && withdrawnAt === null && parcels.some(({ shippedAt }) => shippedAt === null)

const isNameless = ({ customMessage, parcels }: Shipment) =>
  customMessage === null && parcels.every(({ contact }) => contact.name === erasedAddress.name)

function withoutAddresses({ parcels }: Shipment) {
  const nameless = (parcel: Parcel): Parcel => ({
    ...parcel,
    contactId: null,
    contact: { ...erasedAddress },
    trackingNumber: null,
    adminNotes: null,
  })
  return { customMessage: null, parcels: parcels.map(nameless) }
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
