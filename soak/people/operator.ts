import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminOrder, settableOrderStatuses } from '@prankpost/contracts'
import { adminPasswordHeader } from '@prankpost/contracts'
import type { Random } from '../../bench/random.ts'
import { type Certainty, openStripeSandbox, type StatusGiven } from '../../ledgers/index.ts'
import { type Answer, type Caller, createCaller } from './caller.ts'
import { refundSomething } from './changing-minds.ts'
import { decideAbout, isSpecial } from './recipients.ts'
import { shipMonths } from './shipping.ts'
import { attempt, expectStatus, type Shop } from './shop.ts'

type Status = (typeof settableOrderStatuses)[number]

/** The operator's access: calls with the admin password, and a random source. */
export interface Desk {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  random: Random
}

/** The operator works on at most this many orders at a time. */
const mostInHand = 400

/**
 * Works until the run is over: selects paid orders and moves each through its statuses, one by one or many at once, and
 * ships the parcels of plans that are due.
 */
export async function operate({ everyMs }: { everyMs: number }, random: Random, shop: Shop): Promise<void> {
  const caller = createCaller(shop.stack.baseUrl, shop.tally)
  const desk: Desk = { random, call: withPassword(caller, shop) }
  const sandbox = openStripeSandbox(shop.stack)
  const inHand = new Map<string, Status>()
  while (!shop.isOver()) {
    await attempt('selecting orders', shop, () => startProcessing(inHand, desk, shop))
    await attempt('setting statuses', shop, () => giveStatuses(inHand, desk, shop))
    await attempt('shipping plans', shop, () => shipMonths(desk, shop))
    await attempt('refunding', shop, () => refundSomething(desk, sandbox, shop))
    await sleep(random.between(everyMs / 2, everyMs * 1.5))
  }
}

function withPassword(caller: Caller, { stack }: Pick<Shop, 'stack'>): Desk['call'] {
  const password = { [adminPasswordHeader]: stack.adminPassword }
  return (method, path, body, headers = {}) =>
    caller.insist({ method, path, body, headers: { ...password, ...headers } })
}

async function startProcessing(inHand: Map<string, Status>, desk: Desk, shop: Shop): Promise<void> {
  const answer = await desk.call('GET', '/api/admin/orders?status=paid&limit=30')
  if (expectStatus(answer, [200], 'admin/orders', shop) === null) return
  const paid = (answer.body.items as AdminOrder[]).filter(
    ({ subscriptionType }) => subscriptionType === 'once',
  )
  // Half of the orders stay as they are, the same half at each call.
  for (const order of paid) {
    const { id } = order
    const isMine = Number.parseInt(id.slice(-2, -1), 16) % 2 === 0
    if (isMine && isSpecial(order, shop)) await decideAbout(order, desk, shop)
    else if (isMine && inHand.size < mostInHand && !shop.journal.statuses.has(id)) inHand.set(id, 'paid')
  }
}

const nextStatus: Partial<Record<Status, Status>> = {
  paid: 'processing',
  processing: 'shipped',
  shipped: 'delivered',
}

async function giveStatuses(inHand: Map<string, Status>, desk: Desk, shop: Shop): Promise<void> {
  const { random } = desk
  const ready = random.shuffled([...inHand]).slice(0, random.between(4, 16))
  const byNext = Map.groupBy(ready, ([, status]) => nextStatus[status] ?? null)
  for (const [next, orders] of byNext) {
    const ids = orders.map(([id]) => id)
    if (next === null) for (const id of ids) inHand.delete(id)
    else await give(ids, next, inHand, desk, shop)
  }
}

/** Sets the status of many orders in one call, half of the time; otherwise of one after the other. */
async function give(
  ids: string[],
  status: Status,
  inHand: Map<string, Status>,
  desk: Desk,
  shop: Shop,
): Promise<void> {
  const requests = new Map(ids.map((id) => [id, noteStatus(id, status, shop)]))
  const settle = (id: string, done: Certainty) => {
    Object.assign(requests.get(id) as StatusGiven, { done })
    if (done === 'sure') inHand.set(id, status)
    else inHand.delete(id)
  }
  if (ids.length > 2 && desk.random.happens(0.5)) {
    const answer = await desk.call('POST', '/api/admin/orders/status', { orderIds: ids, status })
    if (expectStatus(answer, [200], 'admin/orders/status', shop) === null) return
    for (const { orderId, outcome, message } of answer.body.results) {
      const isFailed = outcome === 'failed'
      const isRefused = isFailed && shop.journal.cancellations.has(orderId)
      if (isFailed && !isRefused) shop.journal.surprised(`status ${status} of ${orderId}: ${message}`)
      settle(orderId, isRefused ? 'not done' : isFailed ? 'unsure' : 'sure')
    }
    return
  }
  for (const id of ids) {
    const answer = await desk.call('PATCH', `/api/admin/orders/${id}/status`, { status })
    // 409: the customer has cancelled it.
    const wanted = shop.journal.cancellations.has(id) ? [200, 409] : [200]
    const expected = expectStatus(answer, wanted, `status ${status} of ${id}`, shop)
    settle(id, expected === null ? 'unsure' : expected.status === 200 ? 'sure' : 'not done')
  }
}

/** Called before the request is sent: a kill in between leaves the operator unsure. */
function noteStatus(id: string, status: Status, { journal }: Shop): StatusGiven {
  const given: StatusGiven = { status, done: 'unsure' }
  journal.gaveStatus(id, given)
  return given
}
