import type { StoredCustomer } from '../customer.model.ts'
import { defaultCard } from '../customer.model.ts'
import { newId } from '../ids.ts'
import { toCustomer } from '../objects/customer.ts'
import { draft } from '../objects/event.ts'
import { declined } from '../objects/payment.ts'
import { toPaymentMethod } from '../objects/payment-method.ts'
import { StripeApiError } from '../stripe-error.ts'
import { lastFourOf, testCardOf } from '../test-cards.ts'
import type { Decision } from './context.ts'

/** The customer as Stripe returns it. */
export function renderCustomer(customer: StoredCustomer) {
  const { _id: id, email, createdAt, metadata } = customer
  const card = defaultCard(customer)
  return toCustomer({ id, email, createdAt, metadata, ...(card && { card }) })
}

/**
 * Attaches a card and makes it the default for invoices. Like Stripe's portal, it does not change the subscriptions. A
 * card that can be stored only fails later, when it is charged.
 * @throws StripeApiError `card_declined` for a card that cannot be attached
 */
export function replaceCard(number: string, now: Date): (customer: StoredCustomer) => Decision {
  const known = testCardOf(number)
  const isAttachable = known !== undefined && (known.pays === 'now' || known.isStored === true)
  return (customer) => {
    if (!isAttachable) {
      const about = { type: 'card_error', code: 'card_declined', message: declined } as const
      throw new StripeApiError(402, about)
    }
    const before = customer.cardId
    const card = { id: newId('pm'), lastFour: lastFourOf(number), createdAt: now }
    customer.cards.push(card)
    customer.cardId = card.id
    const previous = { invoice_settings: { default_payment_method: before } }
    return {
      events: [
        draft('payment_method.attached', toPaymentMethod(card, customer._id)),
        draft('customer.updated', renderCustomer(customer), previous),
      ],
    }
  }
}
