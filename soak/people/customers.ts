import { setTimeout as sleep } from 'node:timers/promises'
import type { Prank } from '@prankpost/contracts'
import type { Random } from '../../bench/random.ts'
import { buySomething } from './buying.ts'
import { type Caller, createCaller, GaveUp } from './caller.ts'
import { cancelOrder } from './changing-minds.ts'
import { attempt, type Customer, expectStatus, type Shop } from './shop.ts'
import { adjustPlan, cancelPlan, startPlan } from './subscribing.ts'

/** How long a customer thinks between two actions. */
type ThinkMs = readonly [least: number, most: number]

let newcomers = 0

/**
 * Keeps one customer in the store for each random source until the run is over: a new customer follows each one that
 * leaves.
 */
export async function runCustomers(randoms: Random[], thinkMs: ThinkMs, shop: Shop): Promise<void> {
  await Promise.all(
    randoms.map(async (random) => {
      while (!shop.isOver()) {
        await attempt('a visit', shop, () => visit(random, thinkMs, shop))
      }
    }),
  )
}

/** A customer signs up, saves targets, does some of the actions below, and leaves. */
async function visit(random: Random, thinkMs: ThinkMs, shop: Shop): Promise<void> {
  const customer = await signUp(random, shop)
  if (customer === null) return
  for (let left = random.between(12, 50); left > 0 && !shop.isOver(); left--) {
    const action = random.weighted(actions)
    await attempt(action, shop, () => act(action, customer, shop))
    await sleep(random.between(...thinkMs))
  }
}

/** What customers do in the store, and how often. */
const actions = [
  ['buy', 65],
  ['start a plan', 7],
  ['adjust the plan', 4],
  ['cancel the plan', 3],
  ['cancel an order', 5],
  ['browse', 12],
  ['add a target', 4],
] as const

function act(action: (typeof actions)[number][0], customer: Customer, shop: Shop): Promise<unknown> {
  switch (action) {
    case 'buy':
      return buySomething(customer, shop)
    case 'start a plan':
      return startPlan(customer, shop)
    case 'adjust the plan':
      return adjustPlan(customer, shop)
    case 'cancel the plan':
      return cancelPlan(customer, shop)
    case 'cancel an order':
      return cancelOrder(customer, shop)
    case 'browse':
      return browse(customer, shop)
    case 'add a target':
      return addTarget(customer, shop)
  }
}

/** A new customer signs up and saves one to four targets; null if the shop refused it. @throws GaveUp */
export async function signUp(random: Random, shop: Shop): Promise<Customer | null> {
  const caller = createCaller(shop.stack.baseUrl, shop.tally)
  const email = `customer-${++newcomers}-${Date.now()}@soak.test`
  const password = 'correct horse battery'
  const person = { email, password, firstName: 'Pat', lastName: 'Potato' }
  let answer = await caller.insist({ method: 'POST', path: '/api/auth/register', body: person })
  // The first attempt succeeded and its answer was lost: the account exists, and the customer signs in.
  if (answer.status === 409)
    answer = await caller.insist({ method: 'POST', path: '/api/auth/login', body: { email, password } })
  if (expectStatus(answer, [200, 201], `sign-up of ${email}`, shop) === null) return null
  const { id } = answer.body as { id: string }
  const pranks = await caller.insist({ method: 'GET', path: '/api/pranks' })
  if (expectStatus(pranks, [200], 'pranks', shop) === null) return null
  shop.journal.joined({ id, email, read: (path) => read(caller, path) })
  const prankIds = (pranks.body as Prank[]).map((prank) => prank.id)
  const customer = { id, email, password, caller, random, prankIds, targetIds: [] }
  for (let n = random.between(1, 4); n > 0; n--) await addTarget(customer, shop)
  return customer
}

async function addTarget(customer: Customer, shop: Shop): Promise<void> {
  const name = `Target ${customer.targetIds.length + 1}`
  const body = { name, address: '12 Elm Street', city: 'Bend', state: 'OR', zipCode: '97701' }
  const answer = await customer.caller.insist({ method: 'POST', path: '/api/contacts', body })
  if (expectStatus(answer, [201], 'contacts', shop) !== null) customer.targetIds.push(answer.body.id)
}

const pages = ['/api/prank-history', '/api/achievements', '/api/contacts', '/api/subscriptions'] as const

async function browse({ caller, random }: Customer, shop: Shop): Promise<void> {
  const path = random.oneOf(pages)
  expectStatus(await caller.insist({ method: 'GET', path }), [200], path, shop)
}

async function read<T>(caller: Caller, path: string): Promise<T> {
  const { status, body } = await caller.insist({ method: 'GET', path, patienceMs: 5_000 })
  if (status !== 200) throw new GaveUp(`GET ${path}: ${status}`)
  return body
}
