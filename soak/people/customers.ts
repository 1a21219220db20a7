import { setTimeout as sleep } from 'node:timers/promises'
import type { Prank } from '@prankpost/contracts'
import type { Random } from '../../bench/proof/random.ts'
import { buySomething } from './buying.ts'
import { type Caller, createCaller, GaveUp } from './caller.ts'
import { attempt, type Customer, expectStatus, type Shop } from './shop.ts'
import { cancelPlan, startPlan } from './subscribing.ts'

/** How long a customer thinks between two deeds. */
type ThinkMs = readonly [least: number, most: number]

let newcomers = 0

/**
 * Keeps as many customers in the store as there are sources of chance, until it is over: whoever leaves makes
 * room for somebody new.
 */
export async function letCustomersIn(randoms: Random[], thinkMs: ThinkMs, shop: Shop): Promise<void> {
  await Promise.all(
    randoms.map(async (random) => {
      while (!shop.isOver()) {
        await attempt('a visit', shop, () => visit(random, thinkMs, shop))
      }
    }),
  )
}

/** Somebody signs up, writes down targets, does what people do there so and so often, and leaves. */
async function visit(random: Random, thinkMs: ThinkMs, shop: Shop): Promise<void> {
  const customer = await signUp(random, shop)
  if (customer === null) return
  for (let deeds = random.between(12, 50); deeds > 0 && !shop.isOver(); deeds--) {
    const deed = random.weighted(doings)
    await attempt(deed, shop, () => act(deed, customer, shop))
    await sleep(random.between(...thinkMs))
  }
}

/** What people do in the store, and how often. */
const doings = [
  ['buy', 74],
  ['start a plan', 7],
  ['cancel the plan', 3],
  ['look around', 12],
  ['add a target', 4],
] as const

function act(deed: (typeof doings)[number][0], customer: Customer, shop: Shop): Promise<unknown> {
  switch (deed) {
    case 'buy':
      return buySomething(customer, shop)
    case 'start a plan':
      return startPlan(customer, shop)
    case 'cancel the plan':
      return cancelPlan(customer, shop)
    case 'look around':
      return browse(customer, shop)
    case 'add a target':
      return addTarget(customer, shop)
  }
}

async function signUp(random: Random, shop: Shop): Promise<Customer | null> {
  const caller = createCaller(shop.stack.baseUrl, shop.tally)
  const email = `customer-${++newcomers}-${Date.now()}@soak.test`
  const password = 'correct horse battery'
  const person = { email, password, firstName: 'Pat', lastName: 'Potato' }
  let answer = await caller.insist({ method: 'POST', path: '/api/auth/register', body: person })
  // The first try came through, and its answer got lost: then one has an account, and signs in.
  if (answer.status === 409)
    answer = await caller.insist({ method: 'POST', path: '/api/auth/login', body: { email, password } })
  if (expectStatus(answer, [200, 201], `sign-up of ${email}`, shop) === null) return null
  const { id } = answer.body as { id: string }
  const pranks = await caller.insist({ method: 'GET', path: '/api/pranks' })
  if (expectStatus(pranks, [200], 'pranks', shop) === null) return null
  shop.journal.joined({ id, email, read: (path) => read(caller, path) })
  const prankIds = (pranks.body as Prank[]).map((prank) => prank.id)
  const customer = { id, email, caller, random, prankIds, targetIds: [] }
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
