import type Stripe from 'stripe'

/** Wraps objects as one page of a Stripe list. */
export function toList<T>(url: string, data: T[], hasMore = false): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: hasMore, url }
}
