import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'
import { type Span, startTraceStore } from '../support/trace-store.ts'

let stack: Stack
let traces: Awaited<ReturnType<typeof startTraceStore>>
let shopper: Shopper
let orderId: string
beforeAll(async () => {
  traces = await startTraceStore()
  stack = await startStack({
    env: { all: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url } },
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'fulfilment'],
  })
  shopper = await new Shopper(stack).signUp()
  // An item that names its target only by id: order requests the address from contact.
  const target = {
    name: 'Gerald Snail',
    address: '1 Garden Path',
    city: 'Springfield',
    state: 'OR',
    zipCode: '97477',
  }
  const { body: contact } = await shopper.insist('POST', '/api/contacts', target, 201)
  const cart = await shopper.cart()
  const cartItems = cart.cartItems.map(({ prankId, quantity, price }) => ({
    prankId,
    quantity,
    price,
    contactId: contact.id,
  }))
  const record = await shopper.insist('POST', '/api/create-order-record', { ...cart, cartItems }, 201)
  orderId = record.body.orderId
  const session = await shopper.insist(
    'POST',
    '/api/create-stripe-session',
    { orderId, total: cart.total },
    200,
  )
  await sandboxOf(stack).pay(session.body.sessionId)
  await shopper.historyOf(1)
}, 120_000)
afterAll(async () => {
  await stack.stop()
  traces.close()
})

/** The newest complete trace with this beginning and this span. Spans arrive in batches, about a second late. */
const traceOf = (name: string, has: (spans: Span[]) => boolean): Promise<Span[]> =>
  until(async () => {
    const roots = traces.spans.filter((span) => span.name === name && span.parentSpanId === undefined)
    const found = roots
      .toReversed()
      .map(({ traceId }) => traces.spans.filter((span) => span.traceId === traceId))
    return found.find((spans) => has(spans) && spans.every((span) => hasParent(span, spans))) ?? null
  }, 60_000)
const hasParent = ({ parentSpanId }: Span, spans: Span[]) =>
  parentSpanId === undefined || spans.some(({ spanId }) => spanId === parentSpanId)

/** The path from the root span to the last span of that service and name: `gateway POST /api/x`, ... */
function pathTo(spans: Span[], service: string, name: string): string[] {
  const path: string[] = []
  let span = spans.findLast((one) => one.service === service && one.name === name)
  for (; span; span = spans.find(({ spanId }) => spanId === span?.parentSpanId))
    path.unshift(`${span.service} ${span.name}`)
  return path
}
const has = (service: string, name: string) => (spans: Span[]) =>
  spans.some((span) => span.service === service && span.name === name)

describe('the traces of one purchase', () => {
  test('when the order is recorded then its trace leads through order to contact and to its database', async () => {
    const trace = await traceOf(
      'POST /api/create-order-record',
      (spans) => has('order', 'insert orders')(spans) && has('contact', 'find contacts')(spans),
    )
    const order = ['gateway POST /api/create-order-record', 'order POST /api/create-order-record']
    expect(pathTo(trace, 'order', 'insert orders')).toEqual([...order, 'order insert orders'])
    expect(pathTo(trace, 'contact', 'find contacts').slice(0, 3)).toEqual([...order, 'order GET contact'])
  })

  test('when the payment page is created then one trace leads from there to the parcel', async () => {
    const paid = (spans: Span[]) =>
      spans.some((span) => span.service === 'fulfilment' && span.kind === 'client')
    const trace = await traceOf('POST /api/create-stripe-session', paid)
    const opened = [
      'gateway POST /api/create-stripe-session',
      'order POST /api/create-stripe-session',
      'order POST payment',
      'payment POST /internal/order-sessions',
    ]
    expect(pathTo(trace, 'payment', 'insert payments')).toEqual([...opened, 'payment insert payments'])
    const stripe = 'stripe POST /v1/checkout/sessions'
    expect(pathTo(trace, 'payment', stripe)).toEqual([...opened, `payment ${stripe}`])
    // Minutes later, when the customer has paid: payment has stored the trace of the session.
    const emitted = [...opened, 'payment publish payment-succeeded', 'order order payment-succeeded']
    expect(pathTo(trace, 'order', 'order payment-succeeded')).toEqual(emitted)
    const read = [...emitted, 'order publish order-paid']
    expect(pathTo(trace, 'fulfilment', 'insert shipments')).toEqual([
      ...read,
      'fulfilment fulfilment order-paid',
      'fulfilment insert shipments',
    ])
    expect(trace.filter(({ failed }) => failed)).toEqual([])
    expect(trace.find(({ name }) => name === 'order payment-succeeded')).toMatchObject({
      kind: 'consumer',
      attributes: {
        'messaging.system': 'rabbitmq',
        'messaging.destination.name': 'payment-succeeded',
        'prankpost.subject': orderId,
      },
    })
    expect(trace.find(({ name }) => name === 'insert shipments')?.attributes).toMatchObject({
      'db.system.name': 'mongodb',
      'db.collection.name': 'shipments',
    })
  })

  test("when Stripe's webhook arrives then it has its own trace, from the gateway to Stripe and the database", async () => {
    const asked = 'stripe GET /v1/checkout/sessions/:id'
    const trace = await traceOf(
      'POST /api/webhooks/stripe',
      (spans) => has('payment', asked)(spans) && has('payment', 'insert inbox')(spans),
    )
    const taken = ['gateway POST /api/webhooks/stripe', 'payment POST /api/webhooks/stripe']
    expect(pathTo(trace, 'payment', 'insert inbox')).toEqual([...taken, 'payment insert inbox'])
    expect(pathTo(trace, 'payment', asked)).toEqual([...taken, `payment ${asked}`])
  })

  test('when all traces are read then they contain no data of the customer or the target', () => {
    const all = JSON.stringify(traces.spans)
    expect(all.length).toBeGreaterThan(10_000)
    for (const secret of [
      shopper.email,
      'Gerald',
      'Snail',
      'Garden Path',
      'Springfield',
      '97477',
      'Potato',
    ]) {
      expect(all).not.toContain(secret)
    }
  })
})
