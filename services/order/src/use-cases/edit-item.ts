import {
  addressCheckAnswer,
  type CustomerOrder,
  checkedPostalAddress,
  type ItemAddressPatch,
  type PostalAddress,
} from '@prankpost/contracts'
import { conflict, invalid, notFound, type SessionUser } from '@prankpost/service-kit'
import { withNewZip } from '../arrivals.ts'
import { holdPlaces, withConsent } from '../consent.ts'
import { toCustomerOrder } from '../customer-order.dto.ts'
import type { Deps } from '../deps.ts'
import { uncheckedAddressesTotal } from '../metrics.ts'
import { type Order, searchTermsOf } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { fullContact, parcelFields } from '../parcels.ts'
import { parcelsChanged } from '../reports.ts'
import { reviewed } from '../reviews.ts'
import { whyNotEdit } from '../why-not-edit.ts'

interface EditItemInput {
  orderId: string
  itemId: string
  patch: ItemAddressPatch
  user: SessionUser
}

/** More corrections than any order needs. The document of an order stays small. */
const maxChanges = 200

/**
 * Corrects the address of a parcel while its one-time order is paid and not packed. The write is conditional, and
 * order-parcels-changed is part of it: the label shows either the old or the new address, and fulfilment gets the one
 * that the customer sees. The same address again changes nothing. The new address is screened: a person may have to
 * review it. Its ship-by date follows the new ZIP code.
 *
 * The address service is asked before the write, through contact. Of two corrections at the same moment, each was checked
 * with what was stored before. The parcel's place at the new address is taken before the write, and the event counts it where
 * it goes; if the write fails, it is counted at the new address and not at the former one.
 * @throws 404 for an unknown order or item, or one of another customer, 400 for an address that is not valid as a
 * whole, or that the address service does not know, 409 with the reason and what the customer can do
 */
export async function editItem(
  { orderId, itemId, patch, user }: EditItemInput,
  deps: Deps,
): Promise<CustomerOrder> {
  const mine = { _id: orderId, ownerId: user.id }
  const stored = await deps.orders.findOne(mine).lean()
  if (!stored) throw unknownOrder()
  const before = editableItem(stored, itemId)
  const checked = corrected(before, patch)
  const moves = !hasSamePlace(checked, before)
  if (moves) await refuseNotFound(checked, deps)
  const [moved] = moves ? await withConsent([{ contact: checked }], user.id, deps) : []
  if (moves) {
    const there = { ...stored, items: [{ ...before, contact: checked }] }
    await holdPlaces(there, { paid: true }, deps, { isLastTry: true })
  }

  const result = await deps.outbox.change(mine, (order) => {
    const item = editableItem(order, itemId)
    const contact = corrected(item, patch)
    if (isSame(contact, item)) return null
    // Of two corrections at the same moment the result may be an address that was not checked: it is checked soon.
    const isChecked = isSame(contact, { ...item, contact: checked })
    const known = moved && isChecked ? { addressDigest: moved.addressDigest } : {}
    const change = toChange(order, item, { contact, ...known }, deps)
    if (!hasSamePlace(contact, item) && !isChecked) change.update.$set.lacksDigests = true
    return change
  })
  const order = result && (await deps.orders.findOne(mine).lean())
  if (!order) throw unknownOrder()
  return toCustomerOrder(order, deps.now())
}

const unknownOrder = () => notFound('We could not find this order.')

/** @throws 404 when the order has no such item, 409 when its address can no longer be changed */
function editableItem(order: Order, itemId: string): OrderItem {
  const item = order.items.find(({ id }) => id === itemId)
  if (item === undefined) throw notFound('We could not find this parcel.')
  const refusal = whyNotEdit(order) ?? (item.withdrawnAt ? 'This parcel was cancelled.' : null)
  if (refusal !== null) throw conflict(refusal)
  return item
}

/** The item's address with the corrections, checked as a whole. @throws ZodError with the fields of the patch */
function corrected(item: OrderItem, patch: ItemAddressPatch): PostalAddress {
  const known = fullContact(item)
  return checkedPostalAddress.parse({
    name: patch.contactName ?? known.name,
    address: patch.contactAddress ?? known.address,
    address2: 'contactAddress2' in patch ? patch.contactAddress2 : known.address2,
    city: patch.contactCity ?? known.city,
    state: patch.contactState ?? known.state,
    zipCode: patch.contactZipCode ?? known.zipCode,
  })
}

const isSame = (contact: PostalAddress, item: OrderItem) =>
  Object.entries(fullContact(item)).every(([part, text]) => contact[part as keyof PostalAddress] === text)

const hasSamePlace = (contact: PostalAddress, item: OrderItem) =>
  isSame({ ...contact, name: fullContact(item).name }, item)

/**
 * Asks contact, which alone reaches the address service. Without an answer the address is accepted.
 * @throws 400 with a message at `address`
 */
async function refuseNotFound(
  { name: _name, ...place }: PostalAddress,
  { contact, log }: Deps,
): Promise<void> {
  const answer = await contact
    .post('/internal/address-checks', addressCheckAnswer, place)
    .catch((error: Error) => {
      uncheckedAddressesTotal.inc()
      log.warn({ reason: error.message }, 'no answer from contact: the address is accepted unchecked')
      return { result: 'unknown' } as const
    })
  if (answer.result !== 'not-found') return
  throw invalid(answer.message, [{ path: 'address', message: answer.message }])
}

type Corrected = Pick<OrderItem, 'contact' | 'addressDigest'>

function toChange(order: Order, item: OrderItem, corrected: Corrected, deps: Deps) {
  const at = deps.now()
  // The message stays, and was screened with the order.
  const screened = reviewed(withNewZip({ ...item, ...corrected }, deps), null)
  const items = order.items.map((one) => (one === item ? screened : one))
  const parcels = parcelFields(order, items, at)
  const next = { ...order, ...parcels }
  const fields: Partial<Order> = { ...parcels, searchTerms: searchTermsOf(next) }
  return {
    update: {
      $set: fields,
      $push: { addressChanges: { $each: [{ itemId: item.id, at }], $slice: -maxChanges } },
    },
    events: [parcelsChanged(next, at)],
  }
}
