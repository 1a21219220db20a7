import type { Checkout } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { invalidRequest } from '../stripe-error.ts'
import { toCharge, toRefund } from './charge.ts'
import { toCustomer } from './customer.ts'
import { toDispute } from './dispute.ts'
import { toInvoice, toInvoicePayments } from './invoice.ts'
import { toPaymentIntent } from './payment.ts'
import { cardsOf, toPaymentMethod } from './payment-method.ts'
import { toLineItems, toSession } from './session.ts'
import { toSubscription } from './subscription.ts'

/** Finds the object with this id in a checkout. */
export function findObject(checkout: Checkout, id: string): object | undefined {
  const { payments, plan, customer } = checkout
  if (id === checkout._id) return toSession(checkout)
  if (plan && id === plan.id) return toSubscription(checkout, plan)
  if (customer && id === customer.id) return toCustomer(customer)
  for (const payment of payments) {
    if (id === payment.intentId) return toPaymentIntent(checkout, payment)
    if (id === siblingId('ch', payment.intentId)) return toCharge(checkout, payment)
    const refund = payment.refunds.find((one) => one.id === id)
    if (refund) return toRefund(checkout, payment, refund)
    const dispute = payment.disputes?.find((one) => one.id === id)
    if (dispute) return toDispute(checkout, payment, dispute)
  }
  const invoice = plan?.invoices.find((one) => one.id === id)
  if (plan && invoice) return toInvoice(checkout, plan, invoice)
  const card = cardsOf(checkout).find((one) => one.id === id)
  return card && toPaymentMethod(card, customer?.id ?? null)
}

/**
 * Replaces ids by their objects, and adds lists that are omitted by default, for each path such as
 * `payment_intent.latest_charge` or `data.customer`.
 * @see https://docs.stripe.com/api/expanding_objects
 */
export function expand<T extends object>(object: T, paths: string[], checkout: Checkout): T {
  for (const path of paths) {
    const fields = path.split('.')
    if (fields.length > 4)
      throw invalidRequest('You cannot expand more than 4 levels of a property.', 'expand')
    walk(object, fields, path, checkout)
  }
  return object
}

function walk(node: object, [field, ...rest]: string[], path: string, checkout: Checkout): void {
  if (field === undefined) return
  const value = expanded(node, field, checkout)
  if (value === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand', 'parameter_unknown')
  }
  Object.assign(node, { [field]: value })
  for (const next of Array.isArray(value) ? value : [value]) {
    if (next !== null) walk(next, rest, path, checkout)
  }
}

/** The object or list in a field; null stays null; undefined if the field cannot be expanded. */
function expanded(node: object, field: string, checkout: Checkout): object | null | undefined {
  const value: unknown = Object.hasOwn(node, field)
    ? Reflect.get(node, field)
    : omittedList(node, field, checkout)
  if (typeof value === 'string') return findObject(checkout, value)
  return typeof value === 'object' ? value : undefined
}

function omittedList(node: object, field: string, checkout: Checkout): object | undefined {
  const kind: unknown = Reflect.get(node, 'object')
  const id: unknown = Reflect.get(node, 'id')
  if (kind === 'checkout.session' && field === 'line_items') return toLineItems(checkout)
  if (kind === 'invoice' && field === 'payments') {
    const invoice = checkout.plan?.invoices.find((one) => one.id === id)
    return invoice && toInvoicePayments(checkout, invoice)
  }
  return undefined
}
