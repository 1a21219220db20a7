import type { Checkout } from '../checkout.model.ts'
import type { CreateSessionParams } from '../http/session-params.ts'
import { newId, randomText } from '../ids.ts'

const dayMs = 86_400_000

/** Creates the checkout of a new session from validated parameters; does not store it. */
export function openSession(
  params: CreateSessionParams,
  customer: Checkout['customer'],
  { now, publicUrl }: { now: Date; publicUrl: string },
): Checkout {
  const id = `cs_test_a1${randomText(40)}`
  const isPlan = params.mode === 'subscription'
  const forLater = isPlan ? params.subscription_data : params.payment_intent_data
  return {
    _id: id,
    version: 0,
    mode: params.mode,
    status: 'open',
    createdAt: now,
    expiresAt: params.expires_at ? new Date(params.expires_at * 1000) : new Date(now.getTime() + dayMs),
    url: `${publicUrl}/c/pay/${id}`,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    currency: params.line_items[0]?.price_data.currency ?? 'usd',
    lines: params.line_items.map(({ quantity, price_data }) => ({
      id: newId('li'),
      priceId: newId('price'),
      productId: newId('prod'),
      itemId: newId('si'),
      name: price_data.product_data.name,
      description: price_data.product_data.description ?? null,
      images: price_data.product_data.images ?? [],
      productMetadata: price_data.product_data.metadata ?? {},
      unitAmountCents: price_data.unit_amount,
      quantity,
      recurring: price_data.recurring
        ? { interval: price_data.recurring.interval, intervalCount: price_data.recurring.interval_count ?? 1 }
        : null,
    })),
    customer,
    customerCreation: isPlan ? null : customer ? null : (params.customer_creation ?? 'if_required'),
    customerEmail: params.customer_email ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    locale: params.locale ?? null,
    submitType: params.submit_type ?? null,
    metadata: params.metadata ?? {},
    dataForLater: {
      metadata: forLater?.metadata ?? {},
      description: forLater?.description ?? null,
      receiptEmail: params.payment_intent_data?.receipt_email ?? null,
    },
    payments: [],
    plan: null,
    requests: [],
    outbox: [],
  }
}
