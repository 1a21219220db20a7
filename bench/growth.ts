import type { Stack } from '@prankpost/local-stack'
import { MongoClient } from 'mongodb'
import { Shopper } from '../test/shopper.ts'
import { customerWithHistory } from './growth-customers.ts'
import { type OperatorCall, operatorCalls } from './operator-calls.ts'
import { percentiles } from './percentiles.ts'
import { rangesOf, round } from './repeat.ts'
import { fillStack } from './seed/fill.ts'
import { type Amounts, defaultAmounts } from './seed/world.ts'
import { startBenchStack } from './stack.ts'

const sizes = { full: { few: 10_000, many: 1_000_000 }, quick: { few: 2_000, many: 6_000 } }
const historySizes = [10, 5_000]
/** Calls of which the least documents are taken. */
const counted = 12
/** So many orders are filled in by one world; a larger shop is several. */
const atOnce = 100_000
/** Of slow calls a tenth. */
const slowShare = 10
const patienceMinutes = 8

interface Call extends OperatorCall {
  headers: Record<string, string>
}

export type GrowthResults = Awaited<ReturnType<typeof benchGrowth>>

/**
 * What stays as quick when the shop grows: the operator's lists and charts, and a customer's history, at 10
 * thousand orders and, on the same stack, at a million, with what MongoDB looks at for each.
 */
export async function benchGrowth(orders: number | undefined, quick: boolean, say: (what: string) => void) {
  const { few, many } = quick ? sizes.quick : sizes.full
  const atLast = orders ?? many
  if (atLast <= few) throw new Error(`--orders takes more than ${few}`)
  const amounts = quick ? { passes: 1, rounds: 20 } : { passes: 3, rounds: 100 }
  const stack = await startBenchStack()
  try {
    const histories = await Promise.all(historySizes.map((size) => historyCall(stack, size)))
    const firstFill = await fillTo(stack, { from: 0, to: few }, say)
    const small = await measureAll(stack, histories, { ...amounts, say })
    const secondFill = await fillTo(stack, { from: few, to: atLast }, say)
    const large = await measureAll(stack, histories, { ...amounts, say })
    const calls = small.map((before, index) => compare(before, large[index] ?? before))
    return { orders: { few, many: atLast }, filled: [firstFill, secondFill], ...amounts, calls }
  } finally {
    await stack.stop()
  }
}

/** Fills in so many orders, world after world, each of a seed of its own. Answers what is there now, and how long it took. */
async function fillTo(stack: Stack, { from, to }: { from: number; to: number }, say: (what: string) => void) {
  const now = new Date()
  const start = performance.now()
  const documents: Record<string, number> = {}
  for (let filled = from; filled < to; ) {
    const some = Math.min(atOnce, to - filled)
    const counts = await fillStack(
      stack,
      { seed: filled + 1, now, amounts: amountsFor(some, to) },
      () => undefined,
    )
    for (const [kind, count] of Object.entries(counts)) documents[kind] = (documents[kind] ?? 0) + count
    filled += some
    const minutes = (performance.now() - start) / 60_000
    const inAll = (minutes / (filled - from)) * (to - from)
    const isLong = filled < to && inAll > patienceMinutes
    const hint = isLong ? `; ${Math.ceil(inAll)} minutes in all, fewer with --orders N` : ''
    say(`${filled.toLocaleString('en')} orders are there${hint}`)
  }
  return { documents, seconds: round((performance.now() - start) / 1_000) }
}

/** As many of the others as come with so many of all orders, and no more than the shop of `npm run seed` has of them. */
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

async function measureAll(
  stack: Stack,
  histories: Call[],
  { passes, rounds, say }: { passes: number; rounds: number; say: (what: string) => void },
) {
  say('measuring')
  const headers = { 'x-admin-password': stack.adminPassword }
  const ofOperator = (await operatorCalls(stack)).map((call) => ({ ...call, headers }))
  const calls: Call[] = [...ofOperator, ...histories]
  // Not counted: code is compiled, connections are open, what is read often lies in memory.
  for (const call of calls) await measureCall(stack, call, rounds / 2)
  const durations: Awaited<ReturnType<typeof measureCall>>[][] = calls.map(() => [])
  for (let pass = 0; pass < passes; pass++) {
    for (const [index, call] of calls.entries())
      durations[index]?.push(await measureCall(stack, call, rounds))
  }
  const examined = await countDocuments(stack, calls, rounds)
  return calls.map(({ what }, index) => ({
    what,
    ...rangesOf(durations[index] ?? []),
    examined: examined[index] ?? Number.NaN,
  }))
}

async function measureCall(stack: Stack, call: Call, most: number) {
  const rounds = call.isSlow ? Math.ceil(most / slowShare) : most
  const durations: number[] = []
  for (let turn = 0; turn < rounds; turn++) {
    const start = performance.now()
    await get(stack, call, turn)
    durations.push(performance.now() - start)
  }
  const { p50Ms, p95Ms } = percentiles(durations)
  return { p50Ms, p95Ms }
}

/** What MongoDB looks at for each call: the least of some, since sweeps of the services look at documents too. */
async function countDocuments(stack: Stack, calls: Call[], rounds: number): Promise<number[]> {
  const client = new MongoClient(stack.mongodbUri)
  try {
    const counts: number[] = []
    for (const call of calls) {
      let least = Number.POSITIVE_INFINITY
      for (let turn = 0; turn < counted; turn++) {
        const before = await documentsExamined(client)
        // Another answer than before: some are remembered for some seconds.
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

type Measured = Awaited<ReturnType<typeof measureAll>>[number]

function compare({ what, ...few }: Measured, { what: _same, ...many }: Measured) {
  return { what, few, many, p95Ratio: round(many.p95Ms.median / few.p95Ms.median, 2) }
}
