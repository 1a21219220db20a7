import { currency } from '@prankpost/contracts'
import Stripe from 'stripe'
import type { Deps } from './deps.ts'
import type { Payment } from './payment.model.ts'
import { callStripe } from './stripe-client.ts'

/** The fields that a payment is created with. */
export type PaymentRequest = Pick<
  Payment,
  '_id' | 'kind' | 'ownerId' | 'customerEmail' | 'customerName' | 'amountCents' | 'lines' | 'prankCount'
>

/**
 * Creates the checkout session of an attempt at Stripe. A repeat returns the same session.
 * @throws 503 when Stripe is unavailable; an error that `isRefusal` recognizes when Stripe refuses
 */
export function createSession(
  payment: PaymentRequest,
  { attempt, customerId }: { attempt: number; customerId: string | null },
  { stripe, publicUrl }: Deps,
) {
  const idempotencyKey = `${payment.kind}-${payment._id}-${attempt}`
  const payer = customerId !== null ? { customer: customerId } : { customer_email: payment.customerEmail }
  return callStripe(() =>
    stripe.checkout.sessions.create({ ...sessionParams(payment, publicUrl), ...payer }, { idempotencyKey }),
  )
}

/** Whether Stripe refused a session because its customer does not exist there any more. */
export const isCustomerGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer'

/**
 * Whether Stripe will never create this attempt's session, also because its key was used with other parameters (400).
 * The next attempt has a new key. A key that is in use (409) is not a refusal, see `callStripe`.
 */
export const isRefusal = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400)

/**
 * Ends a session at Stripe, so that it can no longer be paid. Does nothing for a session that has already ended: the
 * caller reads from Stripe whether it was paid or expired.
 * @throws 503 when Stripe is unavailable
 */
export async function expireSession(sessionId: string, { stripe }: Pick<Deps, 'stripe'>): Promise<void> {
  try {
    await callStripe(() => stripe.checkout.sessions.expire(sessionId))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  }
}

/** The request to Stripe, without the payer. Equal for the same payment, so that an idempotency key can be reused. */
function sessionParams(payment: PaymentRequest, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const isPlan = payment.kind === 'plan'
  const metadata = { kind: payment.kind, id: payment._id, ownerId: payment.ownerId }
  const orderParam = isPlan ? '' : `&order_id=${payment._id}`
  return {
    mode: isPlan ? 'subscription' : 'payment',
    client_reference_id: payment._id,
    line_items: payment.lines.map(({ name, quantity, unitCents }) => ({
      quantity,
      price_data: {
        currency,
        unit_amount: unitCents,
        product_data: { name },
        ...(isPlan ? { recurring: { interval: 'month' } } : {}),
      },
    })),
    metadata,
    ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    success_url: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}${orderParam}`,
    cancel_url: isPlan ? `${publicUrl}/subscribe` : `${publicUrl}/cart`,
  }
}
