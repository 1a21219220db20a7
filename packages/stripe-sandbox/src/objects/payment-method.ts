import type Stripe from 'stripe'
import type { Card, Checkout, Plan } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { seconds } from './money.ts'

/** The card that pays a plan's renewals: the one of the first month, until a client sets another. */
export function cardOfPlan(checkout: Checkout, plan: Plan): Card | null {
  const [first] = checkout.payments
  return plan.card ?? (first ? ownCard(first) : null)
}

/** The payment method that a payment on the hosted page has created. */
const ownCard = ({ intentId, card, createdAt }: Checkout['payments'][number]): Card => ({
  id: siblingId('pm', intentId),
  lastFour: card ?? '4242',
  createdAt,
})

/** The cards that a checkout knows: those of its payments, of its plan and of its customer. */
export function cardsOf({ payments, plan, customer }: Checkout): Card[] {
  const later = [plan?.card, customer?.card, ...payments.map(({ method }) => method)]
  return [...payments.map(ownCard), ...later.filter((card) => card !== undefined)]
}

/** The payment method as Stripe returns it. */
export function toPaymentMethod(card: Card, customerId: string | null): Stripe.PaymentMethod {
  return {
    id: card.id,
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: card.createdAt.getUTCFullYear() + 4,
      fingerprint: 'sandboxsandbox00',
      funding: 'credit',
      generated_from: null,
      last4: card.lastFour,
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(card.createdAt),
    customer: customerId,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
