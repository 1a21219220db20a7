import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BSON } from 'mongodb'
import { z } from 'zod'
import { Failure } from './failure.ts'
import type { Manifest } from './manifest.ts'
import type { Shop } from './shop.ts'

/** Money at Stripe for something that the restored shop does not know. */
const unknownMoney = z.object({
  sessionId: z.string(),
  kind: z.enum(['order', 'plan']),
  id: z.string(),
  ownerId: z.string(),
  email: z.string(),
  amountCents: z.int(),
  createdAt: z.string(),
  stripeSubscriptionId: z.string().nullable(),
})
export type UnknownMoney = z.infer<typeof unknownMoney>

/** The result of comparing the shop with Stripe. */
export interface Reconciled {
  /** Payments for known orders and plans that were made after the backup: the shop ingests them. */
  ingested: number
  /** Payments for unknown orders and plans: refund them, or ask the customers. */
  unknown: UnknownMoney[]
}

// Only payment has access to Stripe: its own command queries it.
const paymentFolder = fileURLToPath(new URL('../../../services/payment/', import.meta.url))
const command = path.join('src', 'restored-money.ts')
/** The maximum difference between our clock and Stripe's. */
const clockToleranceMs = 300_000
const maxOutputBytes = 64 * 1024 * 1024

/**
 * Compares the restored shop with Stripe's sessions since the backup. Sessions of known orders and plans whose payment
 * began after the backup are passed to payment, which checks them at Stripe; all others are returned. Safe to repeat: a
 * session that was open at the time of the loss can be paid for another day, so a later run can find more.
 * @param env the environment of payment's command: STRIPE_SECRET_KEY and the database
 */
export async function reconcile(
  shop: Shop,
  { restedAt }: Pick<Manifest, 'restedAt'>,
  env: NodeJS.ProcessEnv,
): Promise<Reconciled> {
  const since = new Date(Date.parse(restedAt) - clockToleranceMs).toISOString()
  const found = await listMoney(since, env)
  const known: object[] = []
  const unknown: UnknownMoney[] = []
  for (const money of found) {
    const payment = await paymentOf(money, shop)
    if (payment === null) unknown.push(money)
    else known.push(payment)
  }
  if (known.length > 0) await ingest(known, env)
  return { ingested: known.length, unknown }
}

async function listMoney(since: string, env: NodeJS.ProcessEnv): Promise<UnknownMoney[]> {
  const options = { cwd: paymentFolder, env, maxBuffer: maxOutputBytes }
  const { stdout } = await promisify(execFile)(process.execPath, [command, since], options).catch(queryFailed)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => unknownMoney.parse(JSON.parse(line)))
}

function queryFailed(error: Error & { stderr?: string }): never {
  throw new Failure(`Stripe could not be queried: ${error.stderr?.trim() || error.message}`)
}

async function ingest(payments: object[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, [command], {
    cwd: paymentFolder,
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const complaint = text(child.stderr)
  child.stdin.end(payments.map((payment) => `${JSON.stringify(payment)}\n`).join(''))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Failure(`The payments could not be ingested: ${await complaint}`)
}

interface StoredOrder {
  _id: BSON.ObjectId
  ownerId: string
  totalCents: number
  customer: { email: string | null }
  items: { prank: { name: string }; quantity: number; priceCents: number }[]
}

interface StoredPlan {
  _id: string
  ownerId: string
  amountCents: number
  prankCount: number
  customer: { email: string; firstName: string; lastName: string }
}

/** The data of a payment; null unless its order or plan exists with the same owner and price. */
async function paymentOf(money: UnknownMoney, shop: Shop): Promise<object | null> {
  const { kind, id, ownerId, amountCents, sessionId, createdAt } = money
  const common = { kind, id, ownerId, amountCents, sessionId, createdAt }
  if (kind === 'order') {
    const orders = shop.database('order').collection<StoredOrder>('orders')
    const order = await orders.findOne({ _id: new BSON.ObjectId(id), ownerId, totalCents: amountCents })
    return order && { ...common, customerName: null, prankCount: null, ...describeOrder(order, money) }
  }
  const plans = shop.database('subscription').collection<StoredPlan>('subscriptions')
  const plan = await plans.findOne({ _id: id, ownerId, amountCents })
  if (plan === null) return null
  const { email: customerEmail, firstName, lastName } = plan.customer
  const lines = [{ name: 'Auto-Prank', quantity: 1, unitCents: amountCents }]
  const { prankCount } = plan
  return { ...common, customerEmail, customerName: { firstName, lastName }, prankCount, lines }
}

const describeOrder = ({ customer, items }: StoredOrder, { email }: UnknownMoney) => ({
  customerEmail: customer.email ?? email,
  lines: items.map(({ prank, quantity, priceCents }) => ({
    name: prank.name,
    quantity,
    unitCents: priceCents,
  })),
})

/**
 * Resolves with true when payment has read Stripe's list of events again and no payment is due for a check; false on
 * timeout.
 */
export async function untilPaymentIsDone(shop: Shop, patienceMs = 180_000): Promise<boolean> {
  const database = shop.database('payment')
  const begin = new Date()
  const deadline = Date.now() + patienceMs
  const cursors = database.collection<{ _id: string }>('event_cursors')
  while (Date.now() < deadline) {
    // A read that started after `begin` has set a later `dueAt`, and is complete when there is no lease and no `until`.
    const read = await cursors.findOne({ _id: 'stripe', until: null, lease: null, dueAt: { $gt: begin } })
    const due = await database.collection('payments').findOne({ sweepAt: { $lte: begin } })
    if (read !== null && due === null) return true
    await sleep(250)
  }
  return false
}
