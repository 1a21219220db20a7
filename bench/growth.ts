import type { Stack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import { Shopper } from '../test/support/shopper.ts'
import { customerWithHistory } from './growth-customers.ts'
import { type OperatorCall, operatorCalls } from './operator-calls.ts'
import { percentiles } from './percentiles.ts'
import { alternately, rangesOf, ratioOf, round } from './repeat.ts'
import { fillStack } from './seed/fill.ts'
import { type Amounts, defaultAmounts } from './seed/world.ts'
import { startBenchStack } from './stack.ts'

const sizes = { full: { few: 10_000, many: 1_000_000 }, quick: { few: 2_000, many: 6_000 } }
const historySizes = [10, 5_000]
/** The number of calls of which the minimum of examined documents is taken. */
const counted = 12
/** One world has this many orders; a larger shop consists of several worlds. */
const atOnce = 100_000
const patienceMinutes = 8

interface Call extends OperatorCall {
  headers: Record<string, string>
}

interface Shop {
  stack: Stack
  filled: Awaited<ReturnType<typeof fillTo>>
  calls: Call[]
}

/** The same call to a small shop and to a large one. */
interface Pair {
  few: Call
  many: Call
}

export type GrowthResults = Awaited<ReturnType<typeof benchGrowth>>

/**
 * Measures the calls that must not become slower when the shop grows: the operator's lists and charts, and a customer's
 * history, in a shop of 10 thousand orders and in one of a million, alternating, with the documents that MongoDB examines.
 */
export async function benchGrowth(orders: number | undefined, quick: boolean, say: (what: string) => void) {
  const { few, many } = quick ? sizes.quick : sizes.full
  const atLast = orders ?? many
  if (atLast <= few) throw new Error(`--orders takes more than ${few}`)
  const amounts = quick ? { passes: 1, rounds: 20 } : { passes: 3, rounds: 100 }
  const stacks: Stack[] = []
  try {
    const startShop = async (size: number) => {
      const stack = await startBenchStack()
      stacks.push(stack)
      return fillShop(stack, size, say)
    }
    // The larger one first: its database becomes idle while the other is filled.
    const large = await startShop(atLast)
    const small = await startShop(few)
    say('measuring')
    const calls = await measureAll(small, large, amounts)
    return { orders: { few, many: atLast }, filled: [small.filled, large.filled], ...amounts, calls }
  } finally {
    await Promise.all(stacks.map((stack) => stack.stop()))
  }
}

/** Fills a shop with this many orders, and returns the calls to measure. */
async function fillShop(stack: Stack, size: number, say: (what: string) => void): Promise<Shop> {
  const histories = await Promise.all(historySizes.map((length) => historyCall(stack, length)))
  const filled = await fillTo(stack, size, say)
  const headers = { 'x-admin-password': stack.adminPassword }
  const ofOperator = (await operatorCalls(stack)).map((call) => ({ ...call, headers }))
  return { stack, filled, calls: [...ofOperator, ...histories] }
}

/** Writes this many orders, world by world, each with its own seed. Returns the contents of the shop and the duration. */
async function fillTo(stack: Stack, to: number, say: (what: string) => void) {
  const now = new Date()
  const start = performance.now()
  const documents: Record<string, number> = {}
  for (let filled = 0; filled < to; ) {
    const some = Math.min(atOnce, to - filled)
    const counts = await fillStack(
      stack,
      { seed: filled + 1, now, amounts: amountsFor(some, to) },
      () => undefined,
      { isLast: filled + some === to },
    )
    for (const [kind, count] of Object.entries(counts)) documents[kind] = (documents[kind] ?? 0) + count
    filled += some
    const minutes = (performance.now() - start) / 60_000
    const inAll = (minutes / filled) * to
    const isLong = filled < to && inAll > patienceMinutes
    const hint = isLong ? `; ${Math.ceil(inAll)} minutes in all, fewer with --orders N` : ''
    say(`${filled.toLocaleString('en')} orders are there${hint}`)
  }
  return { documents, seconds: round((performance.now() - start) / 1_000) }
}

/** The other documents in proportion to the orders, limited to the amounts that `npm run seed` writes. */
function amountsFor(orders: number, all: number): Amounts {
  const share = orders / all
  const upTo = (count: number, most: number) => Math.round(Math.min(count, most) * share)
  return {
    orders,
    plans: upTo(all / 5, defaultAmounts.plans),
    logs: upTo(all * 2, defaultAmounts.logs),
    messages: upTo(all / 5, defaultAmounts.messages),
  }
}

async function historyCall(stack: Stack, size: number): Promise<Call> {
  const { cookie } = await customerWithHistory(stack, await new Shopper(stack).signUp(), size)
  return { what: `history of ${size} orders`, path: () => '/api/prank-history', headers: { cookie } }
}

async function measureAll(small: Shop, large: Shop, { passes, rounds }: { passes: number; rounds: number }) {
  const pairs = small.calls.map((few, index) => ({ few, many: large.calls[index] ?? few }))
  const measure = (call: Pair, most: number) => measureAlternately(small.stack, large.stack, call, most)
  // Not counted: this compiles the code, opens the connections, and loads frequently read documents into memory.
  for (const pair of pairs) await measure(pair, rounds / 2)
  const durations: Awaited<ReturnType<typeof measure>>[][] = pairs.map(() => [])
  for (let pass = 0; pass < passes; pass++) {
    for (const [index, pair] of pairs.entries()) durations[index]?.push(await measure(pair, rounds))
  }
  const fewExamined = await countDocuments(small, rounds)
  const manyExamined = await countDocuments(large, rounds)
  return pairs.map(({ few: { what } }, index) => {
    const passesOf = durations[index] ?? []
    return {
      what,
      few: { ...rangesOf(passesOf.map(({ few }) => few)), examined: fewExamined[index] ?? Number.NaN },
      many: { ...rangesOf(passesOf.map(({ many }) => many)), examined: manyExamined[index] ?? Number.NaN },
      p95Ratio: ratioOf(
        passesOf.map(({ many }) => many.p95Ms),
        passesOf.map(({ few }) => few.p95Ms),
      ),
    }
  })
}

/** The same call to both shops, alternating, so that other load on the machine affects both. */
async function measureAlternately(small: Stack, large: Stack, { few, many }: Pair, most: number) {
  const timed = (stack: Stack, call: Call) => {
    let turn = 0
    return async () => {
      const start = performance.now()
      await get(stack, call, turn++)
      return performance.now() - start
    }
  }
  const durations = await alternately(most, { few: timed(small, few), many: timed(large, many) })
  return { few: typical(durations.few), many: typical(durations.many) }
}

function typical(durations: number[]) {
  const { p50Ms, p95Ms } = percentiles(durations)
  return { p50Ms, p95Ms }
}

/** The documents that MongoDB examines for each call: the minimum, because sweeps of the services also read documents. */
async function countDocuments({ stack, calls }: Shop, rounds: number): Promise<number[]> {
  const client = new MongoClient(stack.mongodbUri)
  try {
    const counts: number[] = []
    for (const call of calls) {
      let least = Number.POSITIVE_INFINITY
      for (let turn = 0; turn < counted; turn++) {
        const before = await documentsExamined(client)
        // Each query differs from the previous one, because some answers are cached for some seconds.
        await get(stack, call, rounds + turn)
        least = Math.min(least, (await documentsExamined(client)) - before)
      }
      counts.push(least)
    }
    return counts
  } finally {
    await client.close()
  }
}

async function documentsExamined(client: MongoClient): Promise<number> {
  const { metrics } = await client.db('admin').command({ serverStatus: 1 })
  return Number(metrics.queryExecutor.scannedObjects)
}

async function get(stack: Stack, { path, headers }: Call, turn: number): Promise<void> {
  const answer = await fetch(stack.baseUrl + path(turn), { headers })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path(turn)} answered ${answer.status}: ${text.slice(0, 200)}`)
}
