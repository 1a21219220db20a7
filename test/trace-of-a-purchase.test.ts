import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Stack, startStack } from '@prankpost/local-stack'
import { sandboxOf } from './sandbox.ts'
import { Shopper, until } from './shopper.ts'

/** A span as the observer shows it. */
interface Row {
  spanId: string
  parentSpanId?: string
  service: string
  name: string
  kind: string
  depth: number
  isOrphan: boolean
  failed: boolean
  attributes: Record<string, string>
}
interface Trace {
  traceId: string
  name: string
  errors: number
  rows: Row[]
}

let stack: Stack
let shopper: Shopper
let orderId: string
beforeAll(async () => {
  stack = await startStack({
    observe: true,
    services: ['auth', 'contact', 'catalog', 'order', 'payment', 'fulfilment', 'achievement'],
  })
  shopper = await new Shopper(stack).signUp()
  // An item that names its target by id alone: order asks contact for the address.
  const target = {
    name: 'Gerald Snail',
    address: '1 Garden Path',
    city: 'Springfield',
    state: 'OR',
    zipCode: '97477',
  }
  const { body: contact } = await shopper.insist('POST', '/api/contacts', target, 201)
  // Writes that go together are one span, in the trace of the first: the purchase's are to be in its own.
  await traceOf('POST /api/contacts', has('achievement', 'update progress'))
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
afterAll(() => stack.stop())

/** The newest trace that begins so and is whole, with what is waited for: spans come in batches, a second or so late. */
const traceOf = (name: string, has: (rows: Row[]) => boolean): Promise<Trace> =>
  until(async () => {
    const { traces } = await json<{ traces: Trace[] }>('/api/traces?limit=500')
    const named = traces.filter((trace) => trace.name === name)
    const whole = await Promise.all(named.map(({ traceId }) => json<Trace>(`/api/traces/${traceId}`)))
    return whole.find(({ rows }) => has(rows) && rows.every(({ isOrphan }) => !isOrphan))
  }, 60_000)
const json = async <T>(path: string) => (await fetch(stack.observerUrl + path)).json() as Promise<T>

/** The way from the first span to the last one of that service and name: `gateway POST /api/x`, ... */
function wayTo({ rows }: Trace, service: string, name: string): string[] {
  const way: string[] = []
  let row = rows.findLast((one) => one.service === service && one.name === name)
  for (; row; row = rows.find(({ spanId }) => spanId === row?.parentSpanId))
    way.unshift(`${row.service} ${row.name}`)
  return way
}
const has = (service: string, name: string) => (rows: Row[]) =>
  rows.some((row) => row.service === service && row.name === name)

describe('the traces of one purchase', () => {
  test('when the order is recorded then its trace leads through order to contact and to its database', async () => {
    const trace = await traceOf(
      'POST /api/create-order-record',
      (rows) => has('order', 'insert orders')(rows) && has('contact', 'find contacts')(rows),
    )
    const order = ['gateway POST /api/create-order-record', 'order POST /api/create-order-record']
    expect(wayTo(trace, 'order', 'insert orders')).toEqual([...order, 'order insert orders'])
    expect(wayTo(trace, 'contact', 'find contacts').slice(0, 3)).toEqual([...order, 'order GET contact'])
  })

  test('when the payment page is made then one trace leads from there to the parcel and the achievement', async () => {
    const paid = (rows: Row[]) =>
      ['fulfilment', 'achievement'].every((service) =>
        rows.some((row) => row.service === service && row.kind === 'client'),
      )
    const trace = await traceOf('POST /api/create-stripe-session', paid)
    const opened = [
      'gateway POST /api/create-stripe-session',
      'order POST /api/create-stripe-session',
      'order POST payment',
      'payment POST /internal/order-sessions',
    ]
    expect(wayTo(trace, 'payment', 'insert payments')).toEqual([...opened, 'payment insert payments'])
    const stripe = 'stripe POST /v1/checkout/sessions'
    expect(wayTo(trace, 'payment', stripe)).toEqual([...opened, `payment ${stripe}`])
    // Minutes later, when the customer has paid: payment kept whose session it is.
    const told = [...opened, 'payment publish payment-succeeded', 'order order payment-succeeded']
    expect(wayTo(trace, 'order', 'order payment-succeeded')).toEqual(told)
    const read = [...told, 'order publish order-paid']
    expect(wayTo(trace, 'fulfilment', 'insert shipments')).toEqual([
      ...read,
      'fulfilment fulfilment order-paid',
      'fulfilment insert shipments',
    ])
    expect(wayTo(trace, 'achievement', 'update progress')).toEqual([
      ...read,
      'achievement achievement order-paid',
      'achievement update progress',
    ])
    expect(trace.rows.filter(({ failed }) => failed)).toEqual([])
    expect(trace.rows.find(({ name }) => name === 'order payment-succeeded')).toMatchObject({
      kind: 'consumer',
      attributes: {
        'messaging.system': 'rabbitmq',
        'messaging.destination.name': 'payment-succeeded',
        'prankpost.subject': orderId,
      },
    })
    expect(trace.rows.find(({ name }) => name === 'insert shipments')?.attributes).toMatchObject({
      'db.system.name': 'mongodb',
      'db.collection.name': 'shipments',
    })
  })

  test("when Stripe's webhook comes then it is a trace of its own, from the door to Stripe and the database", async () => {
    const asked = 'stripe GET /v1/checkout/sessions/:id'
    const trace = await traceOf(
      'POST /api/webhooks/stripe',
      (rows) => has('payment', asked)(rows) && has('payment', 'insert inbox')(rows),
    )
    const taken = ['gateway POST /api/webhooks/stripe', 'payment POST /api/webhooks/stripe']
    expect(wayTo(trace, 'payment', 'insert inbox')).toEqual([...taken, 'payment insert inbox'])
    expect(wayTo(trace, 'payment', asked)).toEqual([...taken, `payment ${asked}`])
  })

  test('when all traces are read then nothing of the customer or the target is in them', async () => {
    const { traces } = await json<{ traces: Trace[] }>('/api/traces?limit=500')
    const all = JSON.stringify(await Promise.all(traces.map(({ traceId }) => json(`/api/traces/${traceId}`))))
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

describe('the processes beside them', () => {
  test('when the observer is asked then every process is up, with the figures that it shows itself', async () => {
    const processes = await until(async () => {
      const found = await json<{
        processes: { name: string; up: boolean; figures: Record<string, unknown> }[]
      }>('/api/processes')
      const order = found.processes.find(({ name }) => name === 'order')
      // From the second look on there are rates.
      return typeof order?.figures.requestsPerSecond === 'number' ? found.processes : null
    })
    expect(processes.filter(({ up }) => !up)).toEqual([])
    const of = (wanted: string) => processes.find(({ name }) => name === wanted)?.figures
    expect(of('gateway')).toMatchObject({
      residentBytes: expect.any(Number),
      outboxDocuments: null,
      consumed: null,
    })
    expect(of('order')).toMatchObject({
      eventLoopLagMs: expect.any(Number),
      outboxDocuments: 0,
      consumed: { handled: expect.any(Number), dead: 0 },
      deadLetters: 0,
    })
    expect(Number(of('order')?.residentBytes)).toBeGreaterThan(30 * 1024 * 1024)
  })
})
