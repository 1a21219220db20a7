import { type EventData, erasedAddress } from '@prankpost/contracts'
import type { Change, OutboxEntry } from '@prankpost/messaging'
import { dueUpdate, isUnsent } from './due-parcels.ts'
import { isErased } from './forget-addresses.ts'
import type { Parcel } from './parcel.model.ts'
import type { Shipment } from './shipment.model.ts'
import { sendOff } from './shipped-parcel.ts'

/** The parcels of a one-time order as order knows them. */
export type OrderParcels = Pick<EventData<'order-parcels-changed'>, 'parcelsRevision' | 'parcels'>

/** Whether order's state is newer than the stored one. */
export const isNewer = ({ parcelsRevision }: OrderParcels, shipment: Pick<Shipment, 'parcelsRevision'>) =>
  parcelsRevision > (shipment.parcelsRevision ?? 0)

/** A shipment after order's state is applied: the fields to store, and the events of parcels that order shipped. */
export interface Applied {
  fields: Pick<Shipment, 'parcels'> & { parcelsRevision: number; lastShippedAt?: Date; withdrawnAt?: null }
  events: OutboxEntry[]
}

/**
 * Applies order's state to the parcels; an older state changes nothing. A parcel that an operator shipped, in the queue or by the
 * status of its order, is shipped, with its event, and its shipment is not withdrawn. A shipped parcel keeps the address that it was sent to, and an address that was erased with
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
  const { parcels: sent, events } = sendAll(
    { ...shipment, parcels: present },
    ({ id }) => known.get(id)?.shippedAt,
  )
  return {
    fields: {
      parcels: sent,
      parcelsRevision: state.parcelsRevision,
      ...(events.length > 0 && { lastShippedAt: at, withdrawnAt: null }),
    },
    events,
  }
}

/** The parcels of a shipment in which those that order shipped are shipped, with their events. */
function sendAll(shipment: Shipment, shippedAtOf: (parcel: Parcel) => string | null | undefined) {
  const events: OutboxEntry[] = []
  let number = shipment.parcels.filter(({ shippedAt }) => shippedAt !== null).length
  const parcels = shipment.parcels.map((parcel) => {
    const shippedAt = shippedAtOf(parcel)
    if (!shippedAt || !isUnsent(parcel)) return parcel
    const one = sendOff(shipment, parcel, { number: ++number, at: new Date(shippedAt) })
    events.push(one.event)
    return one.parcel
  })
  return { parcels, events }
}

type SentAgain = Pick<OrderParcels['parcels'][number], 'parcelId' | 'sentAgainAt' | 'shippedAt'> &
  Partial<Pick<OrderParcels['parcels'][number], 'carrier' | 'trackingNumber' | 'isWithdrawn'>>

/**
 * The write that applies what order decided about parcels of a plan's month that came back: sent again, they are unsent, and
 * they are shipped once more with its decision, or withdrawn. Null when nothing changes: a repeat, a state of an earlier sending, and parcels that were never sent again.
 */
export function withMonthParcels(month: Shipment, state: SentAgain[], at: Date): Change<Shipment> | null {
  const known = new Map(state.map((parcel) => [parcel.parcelId, parcel]))
  const unsent = month.parcels.map((parcel) => unsentOf(parcel, known.get(parcel.id), at))
  const { parcels, events } = sendAll({ ...month, parcels: unsent }, ({ id, sentAgainAt }) => {
    const now = known.get(id)
    const isSame = now?.sentAgainAt && new Date(now.sentAgainAt).getTime() === sentAgainAt?.getTime()
    return isSame ? now.shippedAt : null
  })
  if (parcels.every((parcel, index) => parcel === month.parcels[index])) return null
  const { $set, ...due } = dueUpdate({ ...month, parcels })
  const sent = events.length > 0 ? { lastShippedAt: at } : {}
  return { update: { ...due, $set: { ...$set, parcels, ...sent } }, events }
}

/** A plan's parcel that order sends again: unsent, with its earlier sendings, and with the tracking of its next one; or withdrawn. */
function unsentOf(parcel: Parcel, now: SentAgain | undefined, at: Date): Parcel {
  const again = sentAgain(parcel, now)
  const { shippedAt, eventId, carrier = null, trackingNumber, earlier = [] } = parcel
  const isNew = again !== parcel && shippedAt !== null && eventId !== null
  const next = isNew
    ? { ...again, earlier: [...earlier, { shippedAt, eventId, carrier, trackingNumber }] }
    : again
  if (now?.isWithdrawn && isUnsent(next)) return { ...next, withdrawnAt: at }
  return now?.shippedAt && now.trackingNumber && isUnsent(next)
    ? { ...next, trackingNumber: now.trackingNumber, carrier: now.carrier ?? null }
    : next
}

/** A parcel that came back and that order sends again: unsent, as soon as possible, and without a label. Its reference stays. */
function sentAgain(parcel: Parcel, now: Pick<SentAgain, 'sentAgainAt'> | undefined): Parcel {
  const at = now?.sentAgainAt ? new Date(now.sentAgainAt) : null
  if (at === null || isNotLater(at, parcel)) return parcel
  const { printedAt: _printed, arriveBy: _day, shipBy: _until, ...rest } = parcel
  const unsent = { shippedAt: null, eventId: null, deliveredAt: null, returnedAt: null, prints: 0 }
  return { ...rest, ...unsent, carrier: null, trackingNumber: null, sentAgainAt: at }
}

/** Whether what happened at a time is about a sending that came back: the parcel was sent again since. */
export const isNotLater = (at: Date, { sentAgainAt }: Pick<Parcel, 'sentAgainAt'>): boolean =>
  Boolean(sentAgainAt) && at <= (sentAgainAt as Date)

function presentOf(parcel: Parcel, now: OrderParcels['parcels'][number] | undefined, at: Date): Parcel {
  if (now === undefined) return parcel
  const { isWithdrawn, heldBecause, review, returnedAt, carrier, trackingNumber, arriveBy, shipBy } = now
  // Events of earlier versions do not say it. It is not stored again once the recipient was erased.
  const isTracked = trackingNumber !== undefined && !isErased(parcel)
  const tracking = isTracked ? { trackingNumber, carrier: carrier ?? null } : {}
  const isBack = returnedAt ? { returnedAt: new Date(returnedAt), deliveredAt: null } : {}
  const back = returnedAt === null ? { returnedAt: null } : isBack
  if (parcel.shippedAt !== null) return { ...parcel, ...tracking, ...back }
  const withdrawnAt = isWithdrawn ? (parcel.withdrawnAt ?? at) : null
  const contact = parcel.contact.name === erasedAddress.name ? parcel.contact : now.contact
  const held = {
    ...(heldBecause !== undefined && { heldBecause }),
    ...(review !== undefined && { review: review ?? undefined }),
    ...(shipBy !== undefined && {
      arriveBy: arriveBy ?? undefined,
      shipBy: shipBy ? new Date(shipBy) : undefined,
    }),
  }
  return { ...parcel, ...tracking, ...held, contact, withdrawnAt }
}
