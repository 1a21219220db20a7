import {
  addressCheckAnswer,
  type CustomerOrder,
  checkedPostalAddress,
  type ItemAddressPatch,
  type PostalAddress,
} from '@prankpost/contracts'
import { conflict, invalid, notFound, type SessionUser } from '@prankpost/service-kit'
import { toCustomerOrder } from '../customer-order.dto.ts'
import type { Deps } from '../deps.ts'
import { uncheckedAddressesTotal } from '../metrics.ts'
import { type Order, type OrderItem, searchTermsOf } from '../order.model.ts'
import { fullContact, parcelFields } from '../parcels.ts'
import { parcelsChanged } from '../reports.ts'
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
 * that the customer sees. The same address again changes nothing.
 *
 * The address service is asked before the write, through contact. Of two corrections at the same moment, each was checked
 * with what was stored before.
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
  if (!hasSamePlace(checked, before)) await refuseNotFound(checked, deps)

  const result = await deps.outbox.change(mine, (order) => {
    const item = editableItem(order, itemId)
    const contact = corrected(item, patch)
    return isSame(contact, item) ? null : toChange(order, item, contact, deps.now())
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

function toChange(order: Order, item: OrderItem, contact: PostalAddress, at: Date) {
  const items = order.items.map((one) => (one === item ? { ...one, contact } : one))
  const parcels = parcelFields(order, items, at)
  const next = { ...order, ...parcels }
  return {
    update: {
      $set: { ...parcels, searchTerms: searchTermsOf(next) },
      $push: { addressChanges: { $each: [{ itemId: item.id, at }], $slice: -maxChanges } },
    },
    events: [parcelsChanged(next, at)],
  }
}
