import { deletedCustomerName, type ReactionEmoji } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { screen } from '@prankpost/screening'
import { conflict, invalid } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Order } from '../order.model.ts'
import type { OrderItem } from '../order-item.model.ts'
import { parcelReacted } from '../reports.ts'
import { sentItemOf } from '../reveals.ts'

interface GivenReaction {
  reference: string
  emoji: ReactionEmoji
  message?: string | null | undefined
}

/**
 * Stores the answer of a recipient to the sender of a parcel, with its event in the same write: the first one stays, and a repeat
 * changes nothing. A message that the screening finds is not stored. If the process dies after the write, the event is in its
 * outbox. Of a sender whose data was erased only the emoji is stored, and the recipient does not learn of it.
 * @throws 400 for such a message, 409 until the parcel is sent
 */
export async function sendReaction(
  { reference, emoji, message }: GivenReaction,
  { outbox, now }: Pick<Deps, 'outbox' | 'now'>,
): Promise<{ sent: true }> {
  const at = now()
  const result = await outbox.change({ 'references.reference': reference }, (order) => {
    const item = sentItemOf(order, reference)
    if (!item) throw notSent()
    if (item.reaction) return null
    insistOnHarmless(message, item)
    const isErased = order.customer.name === deletedCustomerName
    const reaction = { emoji, message: isErased ? null : message || null, at }
    const items = order.items.map((one) => (one === item ? { ...one, reaction } : one))
    const events = isErased ? [] : [parcelReacted(order as Order, item, at)]
    return { update: { $set: { items } }, events }
  })
  if (result === null) throw notSent()
  checkpoint('order:reacted')
  return { sent: true }
}

/** @throws 400 when a message contains what is not delivered */
function insistOnHarmless(message: string | null | undefined, { contact }: OrderItem) {
  if (!message) return
  const found = screen({ message, address: contact }).matches.some(({ where }) => where === 'message')
  if (!found) return
  const text =
    'We cannot deliver this message. Please put it in other words, without insults, threats or private data.'
  throw invalid(text, [{ path: 'message', message: text }])
}

const notSent = () => conflict('This parcel is not on its way yet. Please try again once it has arrived.')
