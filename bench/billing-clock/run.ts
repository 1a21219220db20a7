import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import { differencesOf } from '../proof/compare.ts'
import type { DatabaseOf } from '../proof/entries.ts'
import type { BookedPlan } from '../proof/plan-books.ts'
import { createProvider } from '../proof/provider.ts'
import { type Traffic, watchTraffic } from '../proof/traffic.ts'
import { ledgerReaders } from './ledgers.ts'
import { play } from './play.ts'
import type { Report } from './report.ts'
import { type ScenarioOptions, writeScenario } from './scenario.ts'
import { readStripeBooks, stripeAgainstScript } from './stripe-books.ts'

export interface ClockOptions extends ScenarioOptions {
  /** How long simulated time may run, in real milliseconds. */
  playMs: number
  /** How long it may take afterwards until all is settled. */
  settleMs: number
  concurrency?: number
  /** How badly webhooks travel. */
  chaos?: { duplicates: number; shuffle: boolean; dropPercent: number; delayMs: number }
}

const badTravel = { duplicates: 1, shuffle: true, dropPercent: 2, delayMs: 1_500 }

/**
 * Lets plans live through years of simulated time on a running stack, with everything that happens to
 * plans and to webhooks, and then holds every ledger against the provider's books, to the cent.
 */
export async function runBillingClock(stack: Stack, options: ClockOptions): Promise<Report> {
  const { playMs, settleMs, concurrency = 12, chaos = badTravel } = options
  const mongo = new MongoClient(stack.mongodbUri)
  const database: DatabaseOf = (service) =>
    mongo.db(`${stack.databasePrefix}_${service.replaceAll('-', '_')}`)
  const traffic = watchTraffic(stack, database)
  const provider = createProvider(stack)
  try {
    await provider.chaos(chaos)
    const began = Date.now()
    const until = began + playMs
    const { breathe } = traffic
    const { runs, deedsLeft } = await play(writeScenario(options), {
      ...{ stack, provider, concurrency, until, breathe },
    })
    const played = Date.now()
    const books = await readStripeBooks(runs, provider)
    const atStripe = stripeAgainstScript(books).flatMap(differencesOf)
    const inStore = await settle(books, stack, { database, traffic, until: Date.now() + settleMs })
    return {
      books,
      deedsLeft,
      ledgers: inStore.ledgers,
      differences: [...atStripe, ...inStore.differences],
      webhooks: await traffic.sums(),
      repaired: await traffic.repaired(),
      playSeconds: (played - began) / 1000,
      settleSeconds: (Date.now() - played) / 1000,
    }
  } finally {
    await mongo.close()
  }
}

interface SettleOptions {
  database: DatabaseOf
  traffic: Traffic
  until: number
}

/** Compares until nothing differs and nothing is on its way any more, or time is up. */
async function settle(books: BookedPlan[], stack: Stack, { database, traffic, until }: SettleOptions) {
  const kept = Object.entries(ledgerReaders).filter(([service]) =>
    stack.processes.some(({ spec }) => spec.name === service),
  )
  for (;;) {
    const underWay = (await traffic.webhooks()) + (await traffic.waiting())
    const read = await Promise.all(kept.map(([service, reader]) => reader(books, database(service))))
    const ledgers = read.flat()
    const dead = await traffic.dead()
    const differences = [
      ...ledgers.flatMap(differencesOf),
      ...(dead > 0 ? [`${dead} messages lie in dead-letter queues`] : []),
      ...(underWay > 0 ? [`${underWay} webhooks or messages are still on their way`] : []),
    ]
    const done = {
      ledgers: ledgers.map(({ name, actual }) => ({ name, entries: actual.length })),
      differences,
    }
    if (differences.length === 0 || Date.now() > until) return done
    await sleep(Math.min(500 + books.length * 5, 5_000))
  }
}
