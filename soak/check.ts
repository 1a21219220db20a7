import { type Difference, findDifferences, type Ledger } from '../bench/proof/compare.ts'
import type { DatabaseOf, LedgerReader } from '../bench/proof/entries.ts'
import { readAchievement } from '../bench/proof/plans/achievement.ts'
import { readPayment } from '../bench/proof/plans/payment.ts'
import { readSubscription } from '../bench/proof/plans/subscription.ts'
import { readSubscriptionLogs } from '../bench/proof/plans/subscription-logs.ts'
import type { Provider } from '../bench/proof/provider.ts'
import type { Traffic } from '../bench/proof/traffic.ts'
import { type JudgedLetter, judge, readDeadLetters } from './dead-letters.ts'
import type { Journal, Member } from './journal.ts'
import type { Evidence } from './ledgers/evidence.ts'
import { type CustomerView, historyLedgers } from './ledgers/histories.ts'
import { mailLedgers } from './ledgers/mails.ts'
import { orderLedgers } from './ledgers/orders.ts'
import { paymentLedgers } from './ledgers/payments.ts'
import { shipmentLedgers } from './ledgers/shipments.ts'
import { wishLedgers } from './ledgers/wishes.ts'
import type { Playground } from './playground.ts'
import { inboxDepth, outboxDepth, readStores } from './stores.ts'
import { readStripeBooks, type StripeBooks } from './stripe-books.ts'

/** What one look at all ledgers came to. */
export interface Findings {
  ledgers: { name: string; entries: number }[]
  differences: Difference[]
  /** What is still on its way, in words. */
  underWay: string[]
  letters: JudgedLetter[]
  books: StripeBooks
}

/** Where the checker looks. */
export interface CheckOptions {
  stack: Playground
  journal: Journal
  database: DatabaseOf
  provider: Provider
  traffic: Traffic
}

const planReaders: Record<string, LedgerReader> = {
  payment: readPayment,
  subscription: readSubscription,
  'subscription-logs': readSubscriptionLogs,
  achievement: readAchievement,
}

/**
 * Looks once at everything: what is on its way, every ledger, and, when those agree, what customers see.
 * @throws when somebody who is asked does not answer
 */
export async function check(options: CheckOptions): Promise<Findings> {
  const { stack, journal, database, provider } = options
  const underWay = await readUnderWay(options)
  const books = await readStripeBooks(provider, journal)
  const evidence: Evidence = { books, journal, stores: await readStores(database) }
  const ofPlans = Object.entries(planReaders).map(([service, read]) => read(books.plans, database(service)))
  const ledgers = [
    ...[wishLedgers, paymentLedgers, orderLedgers, shipmentLedgers, mailLedgers].flatMap((make) =>
      make(evidence),
    ),
    ...(await Promise.all(ofPlans)).flat(),
  ]
  const differences = ledgers.flatMap(findDifferences)
  const letters = judge(await readDeadLetters(stack))
  const shown = differences.length > 0 ? [] : historyLedgers(evidence, await readViews(journal))
  return {
    ledgers: [...ledgers, ...shown].map(sizeOf),
    differences: [...differences, ...shown.flatMap(findDifferences)],
    underWay,
    letters,
    books,
  }
}

const sizeOf = ({ name, actual }: Ledger) => ({ name, entries: actual.length })

async function readUnderWay({ database, traffic }: CheckOptions): Promise<string[]> {
  const [webhooks, messages, events, inbox] = await Promise.all([
    traffic.webhooks(),
    traffic.waiting(),
    outboxDepth(database),
    inboxDepth(database),
  ])
  return [
    ...(webhooks > 0 ? [`${webhooks} webhooks`] : []),
    ...(messages > 0 ? [`${messages} messages in queues`] : []),
    ...(events > 0 ? [`${events} documents with events in their outbox`] : []),
    ...(inbox > 0 ? [`${inbox} webhooks in payment's inbox`] : []),
  ]
}

const membersAtOnce = 6

async function readViews({ members }: Journal): Promise<CustomerView[]> {
  const waiting = [...members.values()]
  const views: CustomerView[] = []
  const work = async () => {
    for (let member = waiting.pop(); member; member = waiting.pop()) views.push(await readView(member))
  }
  await Promise.all(Array.from({ length: membersAtOnce }, work))
  return views
}

async function readView({ id, read }: Member): Promise<CustomerView> {
  const [history, achievements, contacts] = await Promise.all([
    read<CustomerView['history']>('/api/prank-history'),
    read<CustomerView['achievements']>('/api/achievements'),
    read<CustomerView['contacts']>('/api/contacts'),
  ])
  return { id, history, achievements, contacts }
}
