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

/** What the shop and Stripe came to. */
export interface Reconciled {
  /** Payments of orders and plans that are known, made after the backup: the shop takes them in. */
  takenIn: number
  /** What nobody here knows: to be given back, or to be asked about. */
  unknown: UnknownMoney[]
}

// Only payment knows Stripe: its own command asks.
const paymentFolder = fileURLToPath(new URL('../../../services/payment/', import.meta.url))
const command = path.join('src', 'restored-money.ts')
/** By how much our clock may differ from Stripe's. */
const clockToleranceMs = 300_000
const atOnceBytes = 64 * 1024 * 1024

/**
 * Holds the restored shop against Stripe's sessions since the backup. Those of orders and plans that the backup
 * knows, and whose payment began after it, are given to payment, which asks Stripe about them; all others are
 * answered. Safe to repeat: while a session that was open at the loss can still be paid, that is for a
 * day, a later look can find more. @param env what payment's command needs: STRIPE_SECRET_KEY and the database
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
  return { takenIn: known.length, unknown }
}

async function listMoney(since: string, env: NodeJS.ProcessEnv): Promise<UnknownMoney[]> {
  const options = { cwd: paymentFolder, env, maxBuffer: atOnceBytes }
  const { stdout } = await promisify(execFile)(process.execPath, [command, since], options).catch(refused)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => unknownMoney.parse(JSON.parse(line)))
}

function refused(error: Error & { stderr?: string }): never {
  throw new Failure(`Stripe could not be asked: ${error.stderr?.trim() || error.message}`)
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
  if (code !== 0) throw new Failure(`The payments could not be taken in: ${await complaint}`)
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

/** What a payment is made of, when its order or plan is known here, the customer's own and at that price. */
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

/** Resolves when payment has read Stripe's list of events anew and has nothing open that is due; false when it takes too long. */
export async function untilPaymentIsDone(shop: Shop, patienceMs = 180_000): Promise<boolean> {
  const database = shop.database('payment')
  const begin = new Date()
  const deadline = Date.now() + patienceMs
  const cursors = database.collection<{ _id: string }>('event_cursors')
  while (Date.now() < deadline) {
    // A reading that began after this look has pushed the next one ahead, and has no page left.
    const read = await cursors.findOne({ _id: 'stripe', until: null, lease: null, dueAt: { $gt: begin } })
    const due = await database.collection('payments').findOne({ sweepAt: { $lte: begin } })
    if (read !== null && due === null) return true
    await sleep(250)
  }
  return false
}
