import { z } from 'zod'
import { totalCents } from '../objects/money.ts'
import { invalidRequest } from '../stripe-error.ts'
import {
  address,
  boolean,
  email,
  expandPaths,
  integer,
  metadata,
  oneOf,
  paging,
  readParams,
  text,
} from './form-params.ts'

const recurring = z.strictObject({
  interval: oneOf('day', 'week', 'month', 'year'),
  interval_count: integer(1, 36).optional(),
})

const lineItem = z.strictObject({
  quantity: integer(1, 999_999),
  price_data: z.strictObject({
    currency: z
      .string()
      .toLowerCase()
      .regex(/^[a-z]{3}$/, 'Invalid currency: must be a three-letter ISO code, such as usd'),
    unit_amount: integer(0, 99_999_999),
    product_data: z.strictObject({
      name: text(),
      description: text().optional(),
      images: z.array(address).max(8).optional(),
      metadata: metadata.optional(),
    }),
    recurring: recurring.optional(),
    tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified').optional(),
  }),
})

const createSession = z.strictObject({
  mode: oneOf('payment', 'subscription'),
  line_items: z.array(lineItem).min(1, 'You must pass at least one line item.').max(100),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_creation: oneOf('always', 'if_required').optional(),
  customer_email: email.optional(),
  currency: text(3).optional(),
  expires_at: integer(0, 99_999_999_999).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text().optional(),
      receipt_email: email.optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({ metadata: metadata.optional(), description: text().optional() })
    .optional(),
  // Accepted because shops send them; this page has one payment method and one language.
  payment_method_types: z.array(oneOf('card')).optional(),
  locale: text().optional(),
  submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe').optional(),
  ui_mode: oneOf('hosted_page', 'hosted').optional(),
  billing_address_collection: oneOf('auto', 'required').optional(),
  payment_method_collection: oneOf('always', 'if_required').optional(),
  allow_promotion_codes: boolean.optional(),
  expand: expandPaths,
})

/** The validated parameters of a new checkout session. */
export type CreateSessionParams = z.output<typeof createSession>

/** The parameters of a list of sessions. */
export const listSessions = z.strictObject({
  ...paging,
  payment_intent: text().optional(),
  subscription: text().optional(),
  customer: text().optional(),
  status: oneOf('open', 'complete', 'expired').optional(),
})

/** Validates the parameters of a new session as Stripe does. @throws StripeApiError */
export function readCreateSession(params: unknown, now: Date): CreateSessionParams {
  const session = readParams(createSession, params)
  if (session.customer && session.customer_email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.')
  }
  const wrongData = session.mode === 'payment' ? 'subscription_data' : 'payment_intent_data'
  if (session[wrongData]) {
    throw invalidRequest(`You can not pass \`${wrongData}\` in \`${session.mode}\` mode.`, wrongData)
  }
  checkPrices(session)
  checkExpiry(session.expires_at, now)
  return session
}

function checkPrices({ mode, line_items }: CreateSessionParams): void {
  const prices = line_items.map((line) => line.price_data)
  const [first] = prices
  const intervals = new Set(
    prices.flatMap(({ recurring: r }) => (r ? `${r.interval} ${r.interval_count ?? 1}` : [])),
  )
  if (mode === 'payment' && intervals.size > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  }
  if (mode === 'subscription' && intervals.size === 0) {
    throw invalidRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  }
  if (intervals.size > 1) {
    throw invalidRequest(
      'Checkout does not support multiple prices with different billing intervals.',
      'line_items',
    )
  }
  if (prices.some((price) => price.currency !== first?.currency)) {
    throw invalidRequest('All prices on a Checkout Session must have the same currency.', 'line_items')
  }
  const total = totalCents(
    line_items.map((line) => ({ unitAmountCents: line.price_data.unit_amount, quantity: line.quantity })),
  )
  if (total < 50) {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd"
    throw invalidRequest(message, undefined, 'amount_too_small')
  }
  if (total > 99_999_999)
    throw invalidRequest('Amount must be no more than $999,999.99', undefined, 'amount_too_large')
}

function checkExpiry(expiresAt: number | undefined, now: Date): void {
  if (expiresAt === undefined) return
  const aheadS = expiresAt - now.getTime() / 1000
  // Ten seconds of tolerance for the client's clock.
  if (aheadS < 30 * 60 - 10) {
    const message = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.'
    throw invalidRequest(message, 'expires_at')
  }
  if (aheadS > 24 * 3600 + 10) {
    const message = 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.'
    throw invalidRequest(message, 'expires_at')
  }
}
