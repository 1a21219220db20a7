import { type Stack, startStack } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Call, callsOf, type Law } from '../support/growth/calls.ts'
import { growShop } from '../support/growth/crowd.ts'
import { createExaminer, type Examined, type Examiner } from '../support/growth/examined.ts'
import { journeysOf } from '../support/growth/journeys.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { subscribe } from '../support/subscriber.ts'

type Measured = Examined & Answer & { law: Law }

/**
 * Additional reads that do not depend on the size of the shop: the customers of the lines on a page, who may each have
 * a plan, and a poll in between. It is far below what ten times as much of anything would add.
 */
const slack = 60
/** The permitted growth of the work, by the growth of the rows shown and of the total. */
const laws: Record<Law, (rows: number, total: number) => Examined> = {
  page: (rows) => ({ keys: rows, documents: rows }),
  counted: (rows, total) => ({ keys: rows + total, documents: rows }),
  // To count one word, only keys; for two words, the documents of the rarer one and the keys of both.
  searched: (rows, total) => ({ keys: rows + 12 * total, documents: rows + 2.5 * total }),
  // All orders by status, and the orders of the days.
  summed: (_rows, total) => ({ keys: 2.2 * total, documents: 20 }),
  file: (rows) => ({ keys: 2 * rows, documents: rows }),
  aged: (_rows, total) => ({ keys: total, documents: total }),
}
/**
 * The work of many concurrent processes varies: in the background up to 100 more documents were read during an action,
 * at times. What reads the data of the shop, or of one customer, reads at least 216 more.
 */
const journeySlack = 200
/** The action that shows what the jobs in the background examine. */
const idle = 'nothing is asked for'

let stack: Stack
let examiner: Examiner
type Journeyed = Examined & { ms: number }
const sizes: { reads: Map<string, Measured>; journeys: Map<string, Journeyed> }[] = []

beforeAll(async () => {
  const quick = { RECONCILE_AFTER_MS: '1000', RECONCILE_EVERY_MS: '2000' }
  const sweeps = { SESSION_SWEEP_AFTER_MS: '1000', EVENT_SWEEP_EVERY_MS: '2000' }
  stack = await startStack({ ownMongo: true, ownBroker: true, env: { all: quick, payment: sweeps } })
  examiner = await createExaminer(stack)
  const { shopper, ship } = await subscribe(stack, 5)
  const { orderId, sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  await shopper.historyOf(1)
  await shopper.call('PATCH', `/api/admin/orders/${orderId}/status`, {
    status: 'shipped',
    adminPassword: stack.adminPassword,
  })
  await shopper.call('POST', '/api/auth/data-export')
  for (const times of [1, 9]) {
    await growShop(stack, { times, ownerId: shopper.id })
    const before = sizes[0]?.reads
    const reads = new Map<string, Measured>()
    for (const call of await callsOf(stack, shopper)) {
      const name = call.what.replace(/[0-9a-f]{24}|\d{4}-\d\d-\d\dT[^&]+/g, 'ID')
      reads.set(name, await measure(call, before?.get(name)))
    }
    const journeys = new Map<string, Journeyed>()
    for (const { what, go, restMs } of journeysOf(stack, { shopper, ship })) {
      const startedAt = Date.now()
      const { keys, documents } = await examiner.during(go, restMs)
      journeys.set(what, { keys, documents, ms: Date.now() - startedAt })
    }
    sizes.push({ reads, journeys })
  }
})
afterAll(async () => {
  await examiner?.close()
  await stack?.stop()
})

/** Counts the best of three: reads above the limit may belong to another process. */
async function measure(call: Call, before?: Measured): Promise<Measured> {
  let best: Measured | undefined
  for (let tries = 0; tries < 3; tries++) {
    const { answer, keys, documents } = await examiner.during(call.ask)
    const total = (await call.total?.()) ?? answer.total
    const measured = { ...answer, total, keys, documents, law: call.law }
    if (best === undefined || keys + documents < best.keys + best.documents) best = measured
    if (before === undefined || isLawful(before, best)) break
  }
  return best as Measured
}

function isLawful(small: Measured, large: Measured): boolean {
  const more = laws[large.law](Math.max(0, large.rows - small.rows), Math.max(0, large.total - small.total))
  return (
    large.keys <= small.keys + more.keys + slack &&
    large.documents <= small.documents + more.documents + slack
  )
}

/** In one line, because a report of a failed test shortens objects. */
const growthOf = (what: string, small: Examined | undefined, large: Examined) =>
  `${what}: ${small?.keys} keys and ${small?.documents} documents, later ${large.keys} and ${large.documents}`

/** Every read of a law with what it examined in the small shop, and in the large one. */
const offendersAgainst = (law: Law) =>
  [...(sizes[1]?.reads ?? [])].flatMap(([what, large]) => {
    const small = sizes[0]?.reads.get(what)
    if (large.law !== law) return []
    return small && isLawful(small, large) ? [] : [growthOf(what, small, large)]
  })

describe('when there is ten times as much of everything', () => {
  test('then the shop has grown, and the requested data exists', () => {
    const [small, large] = sizes.map(({ reads }) => reads)
    const totalOf = (reads: Map<string, Measured> | undefined) =>
      reads?.get('operator /api/admin/orders')?.total
    expect(Number(totalOf(large)) / Number(totalOf(small))).toBeGreaterThan(9)
    expect([...(large?.keys() ?? [])]).toEqual([...(small?.keys() ?? [])])
    expect(large?.size).toBeGreaterThan(80)
    const examined = [...(large?.values() ?? [])].filter(({ keys, documents }) => keys + documents > 0)
    expect(examined.length).toBeGreaterThan(70)
  })

  test("then a page, a search for a customer, and a customer's own data cost the same", () => {
    expect(offendersAgainst('page')).toEqual([])
  })

  test('then a filtered page reads no more documents, and its total one key for each match', () => {
    expect(offendersAgainst('counted')).toEqual([])
  })

  test('then a search for a frequent name reads only its matches', () => {
    expect(offendersAgainst('searched')).toEqual([])
  })

  test('then figures are read from indexes only, each key twice at most', () => {
    expect(offendersAgainst('summed')).toEqual([])
  })

  test('then a file reads each of its lines once', () => {
    expect(offendersAgainst('file')).toEqual([])
  })

  test('then running plans are the sum of one document for each day of the shop', () => {
    expect(offendersAgainst('aged')).toEqual([])
  })

  test('then all actions of customers and the operator, relays, sweeps and reconciliation examine no more', () => {
    const nothing = { keys: 0, documents: 0, ms: 0 }
    const { ms: idleMs, ...atIdle } = sizes[0]?.journeys.get(idle) ?? nothing
    const grown = [...(sizes[1]?.journeys ?? [])].flatMap(([what, large]) => {
      const small = sizes[0]?.journeys.get(what) ?? nothing
      // Jobs run during an action, and more of them when it takes longer on a busy machine.
      const times = Math.max(0, large.ms - small.ms) / idleMs
      const isMore = (['keys', 'documents'] as const).some(
        (kind) => large[kind] > small[kind] + times * atIdle[kind] + journeySlack,
      )
      return isMore ? [growthOf(what, small, large)] : []
    })
    expect(grown).toEqual([])
    expect(sizes[1]?.journeys.size).toBe(7)
  })
})
