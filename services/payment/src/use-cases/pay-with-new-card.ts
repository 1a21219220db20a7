import { checkpoint } from '@prankpost/messaging'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import type { Payment } from '../payment.model.ts'
import { idOf } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'
import { recordInvoiceFailed, recordInvoicePaid } from './record-invoice.ts'

/**
 * Makes the card that the customer chose or added last the card of the plan, and charges the open invoice of a past-due plan
 * with it, once for each card and invoice: an invoice that this card already failed to pay is left to Stripe's own attempts.
 * A decline is recorded like any other failed attempt. Nothing is stored here, so a crash loses nothing: a repeat sets the same card,
 * and the card and the invoice are the idempotency key of the charge.
 *
 * The billing portal sets only the default card of the customer, but the card of the subscription has precedence.
 * @see https://docs.stripe.com/api/subscriptions/object#subscription_object-default_payment_method
 * @throws 503 when Stripe is unavailable
 */
export async function payWithNewCard(
  { _id: planId, cardId }: Pick<Payment, '_id' | 'cardId'>,
  subscription: Stripe.Subscription,
  deps: Deps,
): Promise<void> {
  const chosen = defaultCardOf(subscription)
  const isChosenAnew = cardId !== undefined && idOf(chosen) !== cardId
  const card = isChosenAnew && isCard(chosen) ? chosen : newestCard(subscription)
  if (card === null) return
  if (card.id !== idOf(subscription.default_payment_method)) await setCard(subscription.id, card.id, deps)
  checkpoint('payment:card-replaced')
  await chargeOpenInvoice(planId, subscription, card.id, deps)
  const chosenId = idOf(chosen)
  if (chosenId !== null) await noteCard(planId, chosenId, deps)
}

/**
 * Records the customer's default card, to notice when the customer goes back to an earlier one, and so that the sweep does not
 * read the plan again. Without it, after a crash, the repeat handles the same card.
 */
async function noteCard(planId: string, cardId: string, { outbox }: Deps): Promise<void> {
  await outbox.change({ _id: planId }, (plan) =>
    plan.cardId === cardId ? null : { update: { $set: { cardId } } },
  )
}

async function chargeOpenInvoice(
  planId: string,
  subscription: Stripe.Subscription,
  cardId: string,
  deps: Deps,
): Promise<void> {
  const invoiceId = idOf(subscription.latest_invoice)
  if (subscription.status !== 'past_due' || invoiceId === null) return
  const invoice = await callStripe(() =>
    deps.stripe.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] }),
  )
  if (invoice.status !== 'open' || failedCardOf(invoice) === cardId) return
  await payInvoice(invoiceId, cardId, planId, deps)
}

/** The card that was added last, of the subscription's and the customer's default cards; in one second, the customer's. */
function newestCard(subscription: Stripe.Subscription) {
  const cards = [subscription.default_payment_method, defaultCardOf(subscription)].filter(isCard)
  return cards.reduce<Stripe.PaymentMethod | null>(
    (newest, one) => (newest === null || one.created >= newest.created ? one : newest),
    null,
  )
}

const isCard = (method: string | Stripe.PaymentMethod | null): method is Stripe.PaymentMethod =>
  typeof method === 'object' && method !== null

/** The customer's default card. */
const defaultCardOf = ({ customer }: Stripe.Subscription) =>
  typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null

const setCard = (subscriptionId: string, cardId: string, { stripe }: Deps) =>
  callStripe(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId }))

/** The card that failed to pay an invoice last; null when it is not known. */
function failedCardOf({ payments }: Stripe.Invoice): string | null {
  const intent = payments?.data[0]?.payment.payment_intent
  return typeof intent === 'object' ? idOf(intent.last_payment_error?.payment_method) : null
}

async function payInvoice(invoiceId: string, cardId: string, planId: string, deps: Deps): Promise<void> {
  try {
    await callStripe(() =>
      deps.stripe.invoices.pay(
        invoiceId,
        { payment_method: cardId },
        { idempotencyKey: `pay-${invoiceId}-${cardId}` },
      ),
    )
  } catch (error) {
    // A concurrent attempt paid it first, or it can no longer be paid.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return recordInvoicePaid(invoiceId, deps)
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    deps.log.info({ planId, invoiceId, code: error.decline_code }, 'the new card of a plan was declined')
    return recordInvoiceFailed(invoiceId, deps)
  }
  checkpoint('payment:new-card-charged')
  await recordInvoicePaid(invoiceId, deps)
}
