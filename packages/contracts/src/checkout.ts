import { z } from 'zod'
import { maxCartItems, maxCustomMessageLength, maxItemQuantity } from './constants.ts'
import { zipCode } from './contact.ts'
import { moneyInput, moneyString } from './money.ts'
import { calendarDay, objectId, paragraph, stripeId } from './primitives.ts'
import { revealChoice } from './reveal.ts'

const quantity = z
  .number()
  .int('Quantity must be a whole number')
  .min(1, 'Quantity must be at least 1')
  .max(maxItemQuantity, `Quantity must be at most ${maxItemQuantity}`)
  .default(1)

/** The id of one of the customer's targets, or of a target that is stored only in their browser. */
const contactId = z.union(
  [objectId, z.string().regex(/^local-[A-Za-z0-9_-]{1,60}$/)],
  'is not a known target',
)

// Texts that the server reads from the database itself, or checks later with a message that names the target.
const untrustedText = z.string().max(300).optional()

/** An item to be paid. The price is the list price. Without address fields the address book is used. */
export const checkoutItem = z.object({
  prankId: objectId,
  contactId,
  quantity,
  price: moneyInput,
  contactName: untrustedText,
  contactAddress: untrustedText,
  contactAddress2: untrustedText.nullable(),
  contactCity: untrustedText,
  contactState: untrustedText,
  contactZipCode: untrustedText,
  contactProfilePicture: untrustedText,
  /** Absent: the sender stays anonymous. */
  reveal: revealChoice.optional(),
  /** The day by which it is to arrive. Absent or null: as soon as possible. */
  arriveBy: calendarDay.nullish(),
})
export type CheckoutItem = z.infer<typeof checkoutItem>

// The owner is the session's user; the customer data in the payload is only validated and not used.
const customerInfo = z.object({ email: untrustedText, name: untrustedText, userId: untrustedText }).optional()
const optionalCode = z.string().trim().max(50).nullish()
const customMessage = paragraph(maxCustomMessageLength, 'The message in the parcel', 0).nullish()
const cartItems = z
  .array(checkoutItem, 'Cart is empty')
  .min(1, 'Cart is empty')
  .max(maxCartItems, `An order holds at most ${maxCartItems} items`)

/** Body of POST /api/validate-order and, with a status, of POST /api/create-order-record. */
export const validateOrderInput = z.object({
  cartItems,
  customerInfo,
  total: moneyInput,
  discountCode: optionalCode,
  customMessage,
})
export type ValidateOrderInput = z.infer<typeof validateOrderInput>

/** 50 items with the longest names and addresses, in characters of 3 bytes, take 130 kB. */
export const orderMaxBytes = 131_072

export const createOrderRecordInput = validateOrderInput.extend({
  status: z.literal('pending_payment').optional(),
})

export const createStripeSessionInput = z.object({
  orderId: objectId,
  total: moneyInput,
  customerInfo,
  discountCode: optionalCode,
})

export const checkoutStatuses = [
  'pending_payment',
  'payment_session_created',
  'payment_session_failed',
] as const

export const updateOrderStatusInput = z.object({
  orderId: objectId,
  status: z.string().max(40),
  stripeSessionId: stripeId.optional(),
  errorMessage: paragraph(500, 'The error message', 0).optional(),
})

/** Body of POST /api/create-checkout-session, which /checkout calls to do everything in one call. */
export const createCheckoutSessionInput = z.object({
  amount: moneyInput,
  cartItems,
  customerInfo,
  subscriptionType: z.literal('once').default('once'),
  discountCode: optionalCode,
  customMessage,
})

/** The days by which a parcel to a ZIP code can arrive, earliest first. */
export const deliveryDatesQuery = z.object({ zipCode })
export const deliveryDatesAnswer = z.object({ dates: z.array(calendarDay) })

export const checkoutSessionAnswer = z.object({ sessionId: z.string(), url: z.string() })
/** The same, with the order that the call has created. */
export const orderSessionAnswer = checkoutSessionAnswer.extend({ orderId: objectId })
export const validateOrderAnswer = z.object({ valid: z.literal(true), total: moneyString })
export const orderIdAnswer = z.object({ orderId: objectId })
export const orderStatusAnswer = z.object({ orderId: objectId, status: z.enum(checkoutStatuses) })

export const confirmPaymentInput = z.object({ sessionId: stripeId, orderId: objectId })
export const subscriptionSuccessInput = z.object({ sessionId: stripeId })
export const subscriptionSuccessAnswer = z.object({ subscriptionId: objectId })
