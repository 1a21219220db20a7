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
  const forLater = params.mode === 'subscription' ? params.subscription_data : params.payment_intent_data
  return {
    _id: id,
    version: 0,
    mode: params.mode,
    status: 'open',
    createdAt: now,
    expiresAt: new Date(now.getTime() + dayMs),
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
      unitAmountCents: price_data.unit_amount,
      quantity,
    })),
    customer,
    customerEmail: params.customer_email ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    metadata: params.metadata ?? {},
    dataForLater: { metadata: forLater?.metadata ?? {} },
    payments: [],
    plan: null,
    requests: [],
    outbox: [],
  }
}
