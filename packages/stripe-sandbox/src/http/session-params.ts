import { z } from 'zod'
import { totalCents } from '../objects/money.ts'
import { invalidRequest } from '../stripe-error.ts'
import {
  address,
  email,
  expandPaths,
  integer,
  metadata,
  oneOf,
  paging,
  readParams,
  text,
} from './form-params.ts'

const lineItem = z.strictObject({
  quantity: integer(1, 999_999),
  price_data: z.strictObject({
    currency: z
      .string()
      .toLowerCase()
      .regex(/^[a-z]{3}$/, 'Invalid currency: must be a three-letter ISO code, such as usd'),
    unit_amount: integer(0, 99_999_999),
    product_data: z.strictObject({ name: text() }),
    recurring: z.strictObject({ interval: oneOf('month') }).optional(),
  }),
})

const dataForLater = z.strictObject({ metadata: metadata.optional() }).optional()

const createSession = z.strictObject({
  mode: oneOf('payment', 'subscription'),
  line_items: z.array(lineItem).min(1, 'You must pass at least one line item.').max(100),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_email: email.optional(),
  metadata: metadata.optional(),
  payment_intent_data: dataForLater,
  subscription_data: dataForLater,
  expand: expandPaths,
})

/** The validated parameters of a new checkout session. */
export type CreateSessionParams = z.output<typeof createSession>

/** The parameters of a list of sessions. */
export const listSessions = z.strictObject({
  ...paging,
  payment_intent: text().optional(),
  status: oneOf('open', 'complete', 'expired').optional(),
})

/** Validates the parameters of a new session as Stripe does. @throws StripeApiError */
export function readCreateSession(params: unknown): CreateSessionParams {
  const session = readParams(createSession, params)
  if (session.customer && session.customer_email) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.')
  }
  const wrongData = session.mode === 'payment' ? 'subscription_data' : 'payment_intent_data'
  if (session[wrongData]) {
    throw invalidRequest(`You can not pass \`${wrongData}\` in \`${session.mode}\` mode.`, wrongData)
  }
  checkPrices(session)
  return session
}

function checkPrices({ mode, line_items }: CreateSessionParams): void {
  const prices = line_items.map((line) => line.price_data)
  const [first] = prices
  if (mode === 'payment' && prices.some(({ recurring }) => recurring)) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  }
  if (mode === 'subscription' && !prices.every(({ recurring }) => recurring)) {
    throw invalidRequest('In `subscription` mode this sandbox accepts only recurring prices.', 'line_items')
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
