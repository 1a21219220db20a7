import { type EventData, erasedAddress } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { isUnsent } from './due-parcels.ts'
import type { Parcel, Shipment } from './shipment.model.ts'
import { sendOff } from './shipped-parcel.ts'

/** The parcels of a one-time order as order knows them. */
export type OrderParcels = Pick<EventData<'order-parcels-changed'>, 'parcelsRevision' | 'parcels'>

/** Whether order's state is newer than the stored one. */
export const isNewer = ({ parcelsRevision }: OrderParcels, shipment: Pick<Shipment, 'parcelsRevision'>) =>
  parcelsRevision > (shipment.parcelsRevision ?? 0)

/** A shipment after order's state is applied: the fields to store, and the events of parcels that order shipped. */
export interface Applied {
  fields: Pick<Shipment, 'parcels'> & { parcelsRevision: number; lastShippedAt?: Date }
  events: OutboxEntry[]
}

/**
 * Applies order's state to the parcels; an older state changes nothing. A parcel that an operator shipped in the queue is
 * shipped, with its event. A shipped parcel keeps the address that it was sent to, and an address that was erased with
 * its account is not stored again.
 */
export function withOrderParcels(shipment: Shipment, state: OrderParcels, at: Date): Applied {
  const { parcels, parcelsRevision = 0 } = shipment
  if (!isNewer(state, shipment)) return { fields: { parcels, parcelsRevision }, events: [] }
  const known = new Map(state.parcels.map((parcel) => [parcel.parcelId, parcel]))
  const present = parcels.map((parcel) => {
    const now = known.get(parcel.id)
    return presentOf(sentAgain(parcel, now), now, at)
  })
  const changed = { ...shipment, parcels: present }
  const events: OutboxEntry[] = []
  let number = present.filter(({ shippedAt }) => shippedAt !== null).length
  const sent = present.map((parcel) => {
    const shippedAt = known.get(parcel.id)?.shippedAt
    if (!shippedAt || !isUnsent(parcel)) return parcel
    const one = sendOff(changed, parcel, { number: ++number, at: new Date(shippedAt) })
    events.push(one.event)
    return one.parcel
  })
  return {
    fields: {
      parcels: sent,
      parcelsRevision: state.parcelsRevision,
      ...(events.length > 0 && { lastShippedAt: at }),
    },
    events,
  }
}

/** A parcel that came back and that order sends again: unsent, and without a label. Its reference stays. */
function sentAgain(parcel: Parcel, now: OrderParcels['parcels'][number] | undefined): Parcel {
  const at = now?.sentAgainAt ? new Date(now.sentAgainAt) : null
  if (at === null || isNotLater(at, parcel)) return parcel
  const { printedAt: _printed, ...rest } = parcel
  const unsent = { shippedAt: null, eventId: null, deliveredAt: null, returnedAt: null, prints: 0 }
  return { ...rest, ...unsent, carrier: null, trackingNumber: null, sentAgainAt: at }
}

/** Whether what happened at a time is about a sending that came back: the parcel was sent again since. */
export const isNotLater = (at: Date, { sentAgainAt }: Pick<Parcel, 'sentAgainAt'>): boolean =>
  Boolean(sentAgainAt) && at <= (sentAgainAt as Date)

function presentOf(parcel: Parcel, now: OrderParcels['parcels'][number] | undefined, at: Date): Parcel {
  if (now === undefined) return parcel
  const { isWithdrawn, heldBecause, review, returnedAt, carrier, trackingNumber } = now
  // Events of earlier versions, and items without a number, leave what is stored.
  const tracking = trackingNumber ? { trackingNumber, carrier: carrier ?? null } : {}
  const isBack = returnedAt ? { returnedAt: new Date(returnedAt), deliveredAt: null } : {}
  const back = returnedAt === null ? { returnedAt: null } : isBack
  if (parcel.shippedAt !== null) return { ...parcel, ...tracking, ...back }
  const withdrawnAt = isWithdrawn ? (parcel.withdrawnAt ?? at) : null
  const contact = parcel.contact.name === erasedAddress.name ? parcel.contact : now.contact
  const held = {
    ...(heldBecause !== undefined && { heldBecause }),
    ...(review !== undefined && { review: review ?? undefined }),
  }
  return { ...parcel, ...tracking, ...held, contact, withdrawnAt }
}
