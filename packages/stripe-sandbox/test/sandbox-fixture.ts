import { createServer, type IncomingMessage, type Server } from 'node:http'
import { until } from '@prankpost/test-harness'
import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb'
import { pino } from 'pino'
import Stripe from 'stripe'
import { createSandbox } from '../src/app.ts'

export const webhookSecret = 'whsec_test_fixture'

/** A webhook as the shop received it. */
interface Received {
  body: string
  signature: string
  event: Stripe.Event
}

/** The tests' MongoDB. */
export function mongodbUri(): string {
  const uri = process.env.PRANKPOST_TEST_MONGODB_URI
  if (!uri) throw new Error('PRANKPOST_TEST_MONGODB_URI is not set: run the tests with npm test')
  return uri
}

/** The port of a listening server. */
export function portOf(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server does not listen')
  return address.port
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${portOf(server)}`
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** The fields that tests read from answers that are not typed by the official client. */
export interface Answered {
  id: string
  object: string
  status: string
  url: string | null
  payment_intent: string
  subscription: string
  latest_invoice: string
  amount_total: number
  metadata: Record<string, string>
  items: { data: { current_period_start: number }[] }
  error: Stripe.StripeRawError
  sessions: Stripe.Checkout.Session[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
  events: Stripe.Event[]
  deliveries: { event: string; status: string; attempts: number; last_response_status: number | null }[]
}

/** Reads a JSON answer; each test then checks the fields that it uses. */
export async function jsonOf(response: Response): Promise<Answered> {
  return (await response.json()) as Answered
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

/** A fake shop that verifies and stores the webhooks it receives; `answer` decides the status. */
export async function startShop() {
  const received: Received[] = []
  const shop = { received, answer: (_event: Stripe.Event): number => 200, url: '', stop: () => close(server) }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const signature = String(request.headers['stripe-signature'])
    const event = Stripe.webhooks.constructEvent(body, signature, webhookSecret)
    received.push({ body, signature, event })
    response.writeHead(shop.answer(event)).end()
  })
  shop.url = `${await listen(server)}/webhooks`
  return shop
}

/** A sandbox on its own database, with a fake shop that receives its webhooks and the official client. */
export async function startFixture(
  name: string,
  options: { now?: () => Date; onCommand?: (event: CommandStartedEvent) => void; types?: string[] } = {},
) {
  const { onCommand } = options
  const client = new MongoClient(mongodbUri(), {
    writeConcern: { w: 1, j: true },
    monitorCommands: onCommand !== undefined,
  })
  if (onCommand) client.on('commandStarted', onCommand)
  await client.connect()
  const db: Db = client.db(`sandbox_${name}_${process.pid}_stripe_sandbox`)
  await db.dropDatabase()
  const shop = await startShop()
  const server = createServer()
  const url = await listen(server)
  const logger = pino({ level: 'silent' })
  const start = () =>
    createSandbox({
      db,
      webhook: { url: shop.url, secret: webhookSecret, types: options.types },
      publicUrl: url,
      logger,
      ...(options.now && { now: options.now }),
    })
  let sandbox = await start()
  server.on('request', sandbox.app)
  const stripe = new Stripe('sk_test_fixture', { host: '127.0.0.1', port: portOf(server), protocol: 'http' })

  async function post(path: string, body: object = {}) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await jsonOf(response) }
  }

  return {
    db,
    shop,
    stripe,
    url,
    post,
    expireOverdue: () => sandbox.expireOverdue(),
    settleRefunds: () => sandbox.settleRefunds(),
    complete: (id: string, card?: string) =>
      post(`/test/checkout/sessions/${id}/complete`, card ? { card } : {}),
    state: async () => jsonOf(await fetch(`${url}/test/state`)),
    /** Waits for a webhook of a type, optionally about one object. */
    webhook: (type: string, id?: string) =>
      until(() =>
        shop.received.find(
          ({ event }) => event.type === type && (!id || Reflect.get(event.data.object, 'id') === id),
        ),
      ),
    /** Stops the sandbox gracefully and starts another on the same database. */
    restart: async () => {
      server.removeAllListeners('request')
      await sandbox.stop()
      sandbox = await start()
      server.on('request', sandbox.app)
    },
    stop: async () => {
      await close(server)
      await sandbox.stop()
      await shop.stop()
      await db.dropDatabase()
      await client.close()
    },
  }
}

/** The parameters of a one-time purchase of two pranks. */
export const twoPranks: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  success_url: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}&order_id=o1',
  cancel_url: 'http://shop.test/cart',
  customer_email: 'ann@example.com',
  client_reference_id: 'o1',
  metadata: { orderId: 'o1' },
  payment_intent_data: { metadata: { orderId: 'o1' } },
  line_items: [
    { quantity: 1, price_data: { currency: 'usd', unit_amount: 499, product_data: { name: 'Raw Potato' } } },
    { quantity: 2, price_data: { currency: 'usd', unit_amount: 99, product_data: { name: 'Dirty Sock' } } },
  ],
}

/** The parameters of a plan of three pranks a month. */
export const threeAMonth: Stripe.Checkout.SessionCreateParams = {
  mode: 'subscription',
  success_url: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/subscribe',
  customer_email: 'ann@example.com',
  metadata: { planId: 'p1' },
  subscription_data: { metadata: { planId: 'p1' } },
  line_items: [
    {
      quantity: 3,
      price_data: {
        currency: 'usd',
        unit_amount: 499,
        product_data: { name: 'Auto-Prank' },
        recurring: { interval: 'month' },
      },
    },
  ],
}
