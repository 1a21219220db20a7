import {
  type Carrier,
  carrierOf,
  isPoBox,
  type ScanAnswer,
  type ShipParcelsAnswer,
} from '@prankpost/contracts'
import { mapAtOnce, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { holdPlace, holdPlaceAgain } from '../hold-places.ts'
import type { Parcel } from '../parcel.model.ts'
import { entriesOf, type QueueEntry, slotId } from '../queue-entry.ts'
import { againOfPlan, type FoundParcel, findParcels, readParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { shipForSlot } from '../shipped-parcel.ts'
import { changeAtOrder } from './change-at-order.ts'
import { findByReference } from './read-slip.ts'

type Tracking = { carrier?: Carrier | null | undefined; trackingNumber?: string | null | undefined }
type Result = ShipParcelsAnswer['results'][number]

/**
 * Ships parcels whose labels are printed, and answers for each of them. Order decides about one-time parcels: a parcel is
 * either sent or withdrawn; also about parcels of plans that are sent again. Any other parcel of a plan is one conditional
 * write on its month, like the ship form: parcel, slot, event and queue. Two operators, or a repeat after a crash, ship a
 * parcel once; the second answer is `already_shipped`.
 * @throws 503 when order or consent is unavailable: some parcels may be shipped then, and a repeat ships the others
 */
export async function shipParcels(
  { parcels }: { parcels: ({ id: string } & Tracking)[] },
  deps: Deps,
): Promise<ShipParcelsAnswer> {
  const found = new Map(
    (
      await findParcels(
        parcels.map(({ id }) => id),
        deps,
      )
    ).map((one) => [one.entry.id, one]),
  )
  const results = new Map<string, Result>()
  const ready: (FoundParcel & { tracking: Tracking })[] = []
  for (const { id, ...tracking } of parcels) {
    const parcel = found.get(id)
    if (results.has(id) || ready.some(({ entry }) => entry.id === id)) continue
    const refusal =
      parcel === undefined ? failed(id, 'It is not in the queue any more.') : whyNot(parcel.entry)
    if (refusal !== null) results.set(id, refusal)
    else if (parcel !== undefined) ready.push({ ...parcel, tracking })
  }
  for (const result of await shipReady(ready, deps)) results.set(result.id, result)
  return { results: parcels.flatMap(({ id }) => results.get(id) ?? []) }
}

/**
 * Ships the parcel whose label has this code. A second scan changes nothing and says `already_shipped`,
 * also that its tracking number was not stored, if it has another one.
 * @throws 404 when no label has this code; 503 when order is unavailable
 */
export async function scanParcel(
  { code, ...tracking }: { code: string } & Tracking,
  deps: Deps,
): Promise<ScanAnswer> {
  const found = await findByReference(code.toUpperCase(), deps)
  if (found === null) throw notFound('No parcel has this code.')
  const { id } = found.entry
  const { results } = await shipParcels({ parcels: [{ id, ...tracking }] }, deps)
  const parcel = await readParcel(id, deps)
  const result = results[0]
  const outcome = result === undefined || result.outcome === 'failed' ? 'refused' : result.outcome
  const { trackingNumber } = tracking
  const isDropped =
    outcome === 'already_shipped' && trackingNumber && trackingNumber !== parcel.trackingNumber
  const dropped = isDropped ? ` ${trackingNumber} was not stored: enter it in its order.` : ''
  const message = result?.message ?? `Shipped to ${parcel.recipient?.name ?? 'its target'}.`
  return { outcome, message: message + dropped, parcel }
}

async function shipReady(ready: (FoundParcel & { tracking: Tracking })[], deps: Deps): Promise<Result[]> {
  const { allowed, refused: results } = await checkAgain(ready, deps)
  const ofOrders = allowed.filter((one) => one.shipment.orderId !== undefined || againOfPlan(one))
  const decided = await changeAtOrder(
    ofOrders.map(({ tracking, ...parcel }) => ({
      ...parcel,
      change: { action: 'ship' as const, ...tracking },
    })),
    deps,
  )
  for (const { id } of ofOrders.map(({ entry }) => entry)) {
    const result = decided.get(id)
    if (result?.outcome === 'changed') results.push({ id, outcome: 'shipped', message: null })
    else if (result?.outcome === 'unchanged') results.push(alreadyShipped(id))
    else results.push(failed(id, result?.message ?? 'Its order gave no answer.'))
  }
  const slots = allowed.filter((one) => !ofOrders.includes(one))
  return [...results, ...(await mapAtOnce(slots, (one) => shipSlot(one, deps)))]
}

/** Refuses parcels of plans that are sent again to an address that may be listed since that was decided. */
async function checkAgain(ready: (FoundParcel & { tracking: Tracking })[], deps: Pick<Deps, 'consent'>) {
  const allowed: typeof ready = []
  const refused: Result[] = []
  await mapAtOnce(ready, async (one) => {
    const refusal = await holdPlaceAgain(one, deps)
    if (refusal === null) allowed.push(one)
    else refused.push(failed(one.entry.id, refusal))
  })
  return { allowed, refused }
}

async function shipSlot(
  { shipment, entry: { id }, tracking }: FoundParcel & { tracking: Tracking },
  { outbox, consent }: Pick<Deps, 'outbox' | 'consent'>,
): Promise<Result> {
  let result: Result = failed(id, 'This parcel is not drawn any more.')
  // Again: the address may be listed since its label was printed.
  const label = slotOf(shipment, id)?.printed
  const place = label && { shipment, parcelId: id, contact: label.contact }
  const refusal = place ? await holdPlace(place, { consent }, { lasts: true }) : null
  if (refusal !== null) return failed(id, refusal)
  await outbox.change({ _id: shipment._id }, (month) => {
    const entry = entriesOf(month).find((one) => one.id === id)
    const refusal = entry === undefined ? failed(id, 'This parcel is not drawn any more.') : whyNot(entry)
    const parcel = entry === undefined || refusal !== null ? null : parcelOf(month, entry, tracking)
    if (refusal !== null || parcel === null) {
      result = refusal ?? result
      return null
    }
    if (parcel.carrier && parcel.carrier !== 'USPS' && isPoBox(addressOf(parcel))) {
      result = failed(id, `${parcel.carrier} does not deliver to PO boxes. Send this parcel with USPS.`)
      return null
    }
    result = { id, outcome: 'shipped', message: null }
    return shipForSlot(month, parcel, slotOf(month, id))
  })
  return result
}

const slotOf = ({ _id, draw }: Shipment, id: string) => draw?.find((slot) => slotId(_id, slot) === id)

function parcelOf(month: Shipment, entry: QueueEntry, { carrier, trackingNumber }: Tracking): Parcel | null {
  const slot = slotOf(month, entry.id)
  if (slot?.printed === undefined) return null
  return {
    id: entry.id,
    prank: slot.printed.prank,
    contactId: slot.contactId,
    contact: slot.printed.contact,
    quantity: 1,
    shippedAt: null,
    eventId: null,
    withdrawnAt: null,
    carrier: carrier ?? carrierOf(trackingNumber ?? ''),
    trackingNumber: trackingNumber ?? null,
    adminNotes: null,
    printedAt: slot.printed.at,
    prints: slot.printed.count,
  }
}

const addressOf = ({ contact }: Parcel) => ({ ...contact, address2: contact.address2 ?? null })

const failed = (id: string, message: string): Result => ({ id, outcome: 'failed', message })
const alreadyShipped = (id: string): Result => ({
  id,
  outcome: 'already_shipped',
  message: 'This parcel was shipped already.',
})

/** Why a parcel is not shipped, for the operator; null when it may be. */
function whyNot({ id, state, heldBecause }: QueueEntry): Result | null {
  switch (state) {
    case 'label_printed':
      return null
    case 'to_pack':
      return failed(id, 'Its label is not printed yet. Print it first.')
    case 'held':
      return failed(id, `It is held: ${heldBecause}`)
    case 'withdrawn':
      return failed(id, 'It was withdrawn. Do not send it.')
    case 'returned':
      return failed(id, 'It came back. Send it again or refund it in the parcel queue first.')
    default:
      return alreadyShipped(id)
  }
}
