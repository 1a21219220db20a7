import type { AdminOrder } from '@prankpost/contracts/order'
import { amountOf, typedCents } from '../../../lib/amounts.ts'
import { many } from '../../../lib/many.ts'
import type { RefundRequest } from '../api.ts'
import { isSent, isUnsent, type OrderItem, priceOf, refundableCents } from '../order-state.ts'

/** What to refund: everything that is left, the price of chosen items, or an amount. */
export type RefundKind = 'rest' | 'items' | 'amount'

/** The content of the refund form. */
export interface RefundForm {
  kind: RefundKind
  itemIds: readonly string[]
  /** As typed. */
  amount: string
  reason: string
  withdraw: boolean
}

/** The form of a new dialog. */
export const emptyForm: RefundForm = { kind: 'rest', itemIds: [], amount: '', reason: '', withdraw: false }

/** The amount that the form refunds, in cents; null until it is chosen. */
export function formCents(form: RefundForm, order: AdminOrder): number | null {
  if (form.kind === 'rest') return refundableCents(order) || null
  if (form.kind === 'amount') return typedCents(form.amount)
  return priceOf(chosenItems(form, order)) || null
}

/** The items that `withdraw` is about: the chosen ones, else all of the order. */
const concerned = (form: RefundForm, order: AdminOrder) =>
  form.kind === 'items' ? chosenItems(form, order) : order.items

/** The parcels that can be removed from the queue. None if one of them was sent: the server refuses this. */
export function withdrawable(form: RefundForm, order: AdminOrder): OrderItem[] {
  const items = concerned(form, order)
  return items.some(isSent) ? [] : items.filter(isUnsent)
}

/** What happens to the parcels, or why none can be withdrawn. */
export function withdrawHint(form: RefundForm, order: AdminOrder): string {
  const count = withdrawable(form, order).length
  const items = concerned(form, order)
  const which = form.kind === 'items' ? 'of these items' : 'of this order'
  if (items.length === 0) return 'Choose items first.'
  if (count === 0 && items.some(isSent) && items.some(isUnsent)) {
    return 'One of these parcels was sent already. To withdraw the others, choose only their items.'
  }
  if (count === 0) return 'None of these parcels is waiting to be sent.'
  if (!form.withdraw) return `${many(count, 'parcel')} ${which} will still be sent.`
  const isWhole = order.items.every((item) => item.status === 'cancelled' || items.includes(item))
  return `${many(count, 'parcel')} ${which} will not be sent.${isWhole ? ' The order will be cancelled.' : ''}`
}

/** The body of the request. */
export function requestOf(form: RefundForm, order: AdminOrder): RefundRequest {
  return {
    ...(form.kind === 'amount' && { amount: amountOf(typedCents(form.amount) ?? 0) }),
    ...(form.kind === 'items' && { itemIds: [...form.itemIds] }),
    reason: form.reason.trim(),
    withdraw: form.withdraw && withdrawable(form, order).length > 0,
  }
}

const chosenItems = ({ itemIds }: RefundForm, { items }: AdminOrder) =>
  items.filter(({ id }) => itemIds.includes(id))
