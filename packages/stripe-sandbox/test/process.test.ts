import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { until } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import Stripe from 'stripe'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  type Answered,
  close,
  jsonOf,
  listen,
  mongodbUri,
  portOf,
  startShop,
  threeAMonth,
  twoPranks,
  webhookSecret,
} from './sandbox-fixture.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const prefix = `sandbox_process_${process.pid}`
const shop = await startShop()
let running: ChildProcess | null = null

afterEach(() => {
  running?.kill('SIGKILL')
})
afterAll(async () => {
  await shop.stop()
  const client = await new MongoClient(mongodbUri()).connect()
  await client.db(`${prefix}_stripe_sandbox`).dropDatabase()
  await client.close()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await listen(server)
  const port = portOf(server)
  await close(server)
  return port
}

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MONGODB_URI: mongodbUri(),
      DATABASE_PREFIX: prefix,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      WEBHOOK_URL: shop.url,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = child
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, exited, output: () => output }
}

describe('the sandbox process', () => {
  test('when it is killed with -9 during many requests, then the next process has all data, sends the undelivered events, and repeats create nothing twice', async () => {
    const port = await freePort()
    const stripe = new Stripe('sk_test_x', {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
    })
    const complete = async (id: string) =>
      jsonOf(
        await fetch(`http://127.0.0.1:${port}/test/checkout/sessions/${id}/complete`, { method: 'POST' }),
      )
    const purchases = Array.from({ length: 12 }, (_, i) => i)
    const purchase = async (i: number) => {
      const params = { ...twoPranks, client_reference_id: `crash-${i}` }
      const { id } = await stripe.checkout.sessions.create(params, { idempotencyKey: `crash-${i}` })
      return complete(id)
    }
    const first = start({ PORT: String(port) })
    await until(() => first.output().includes('"msg":"ready"'))
    shop.answer = () => 503
    const params = { idempotencyKey: 'survives' }
    const open = await stripe.checkout.sessions.create(twoPranks, params)
    const paid = await complete((await stripe.checkout.sessions.create(twoPranks)).id)
    const plan = await complete((await stripe.checkout.sessions.create(threeAMonth)).id)
    let done = 0
    const killAfterThree = () => {
      if (++done === 3) first.child.kill('SIGKILL')
    }
    const before = purchases.map((i) => purchase(i).then(killAfterThree))
    const outcomes = await Promise.allSettled(before)
    expect(outcomes.some((outcome) => outcome.status === 'rejected')).toBe(true)

    shop.answer = () => 200
    shop.received.length = 0
    const second = start({ PORT: String(port) })
    await until(() => second.output().includes('"msg":"ready"'))
    expect(await stripe.checkout.sessions.retrieve(paid.id)).toMatchObject({
      payment_status: 'paid',
      payment_intent: paid.payment_intent,
    })
    expect(await stripe.subscriptions.retrieve(plan.subscription)).toMatchObject({ status: 'active' })
    expect((await stripe.checkout.sessions.create(twoPranks, params)).id).toBe(open.id)
    const repeated: Answered[] = await Promise.all(purchases.map(purchase))
    const made: string[] = []
    for await (const { id, client_reference_id } of stripe.checkout.sessions.list({ limit: 100 })) {
      if (client_reference_id?.startsWith('crash-')) made.push(id)
    }
    expect(made.toSorted()).toEqual(repeated.map(({ id }) => id).toSorted())
    const eventsOf = (id: string) => {
      const completed = shop.received.filter(({ event }) => event.type === 'checkout.session.completed')
      return new Set(
        completed.flatMap(({ event }) => (Reflect.get(event.data.object, 'id') === id ? [event.id] : [])),
      )
    }
    await until(() => [...made, paid.id, plan.id].every((id) => eventsOf(id).size === 1))

    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
  })

  test('when NODE_ENV is production, or a setting is missing or invalid, then it does not start and says why', async () => {
    const inProduction = start({ PORT: String(await freePort()), NODE_ENV: 'production' })
    const misconfigured = start({ PORT: 'eighty', STRIPE_WEBHOOK_SECRET: '' })
    expect(await Promise.all([inProduction.exited, misconfigured.exited])).toEqual([1, 1])
    expect(inProduction.output()).toContain('does not run in production')
    expect(misconfigured.output()).toContain('PORT')
    expect(misconfigured.output()).toContain('STRIPE_WEBHOOK_SECRET')
  })
})
