/**
 * Calculates the capacity for a number of orders, as in docs/capacity.md. `node bench/capacity.ts` prints the tables of that
 * page; `node bench/capacity.ts 50000 3` prints those for 50,000 orders a day with three times as many in the worst hour.
 */
import { fileURLToPath } from 'node:url'
import { events } from '@prankpost/contracts'

/** Measured on 21 November 2026, as described in docs/capacity.md. CPU in milliseconds. */
export const measured = {
  purchaseCpuMs: {
    gateway: 12.8,
    catalog: 2.2,
    order: 24.6,
    payment: 25.1,
    fulfilment: 2.6,
    achievement: 2.0,
  },
  signUpCpuMs: { gateway: 1.7, auth: 25.9, notification: 14.1 },
  /** One file of the store, and one read that the gateway forwards to a service. */
  fileCpuMs: 0.22,
  readCpuMs: { gateway: 0.94, catalog: 0.51 },
  mongoCpuMs: { purchase: 45.1, signUp: 12.5 },
  brokerCpuMs: 4.0,
  journalBytes: 42_200,
  journalFlushes: 17.8,
  /** The bytes of document and indexes that an order stores permanently, and the webhook for 30 days. */
  keptBytes: { order: [1937, 883], shipment: [1365, 431], payment: [1080, 467], progress: [135, 213] },
  inboxBytes: [232, 262],
  events: {
    published: 2,
    /** payment-succeeded and order-paid, each to all of its readers. */
    delivered: events['payment-succeeded'].readers.length + events['order-paid'].readers.length,
    largestBytes: 897,
  },
  /** Of a process: the maximum memory after 520 purchases, and the cores used without calls. */
  processMb: 208,
  idleCores: 0.011,
  /** Connections of a process to its database: its pool, and two that monitor the server. */
  connections: 22,
  averageOrderCents: 1622,
}

/** Assumptions that were not measured: change them to your own values. */
export const assumed = {
  peakFactor: 10,
  /** The worst hour of an ordinary day compared with its average: the services' machines are sized for it. */
  dailyFactor: 3,
  visitsPerOrder: 30,
  filesPerVisit: 12,
  readsPerVisit: 4,
  signUpsPerOrder: 0.3,
  kilobytesPerVisit: 250,
  coresPerProcess: 0.6,
  smallestNumber: 2,
  mongo: { coresPerMember: 8, share: 0.6, flushesPerSecond: 3_000, terabytesPerSet: 2, years: 1 },
  queuePerSecond: 5_000,
  stripe: {
    /** Stripe's limit of calls per second for an account, and of calls of one kind unless Stripe raises it. */
    perSecond: 100,
    ofOneKind: 25,
    /** For each order: checkouts that are opened and never paid, and paid months of plans. */
    abandonedPerOrder: 1,
    planMonthsPerOrder: 0.1,
    /** Reads of a paid session: by the webhook, by the success page, and by the sweep before it was paid. */
    paidSession: { webhook: 1, successPage: 1, sweep: 2 },
    /** Reads of an abandoned session: by the sweep until it expires after a day, and by the webhook of its expiry. */
    abandonedSession: { webhook: 1, sweep: 12 },
    /** Of a paid month: reads (its invoice, and the plan twice: for its card and for its terms), and events. */
    planMonth: { reads: 3, events: 2 },
    /** Reads of Stripe's list of events: one page each minute, and one page for this many events. */
    secondsPerPage: 60,
    eventsPerPage: 100,
    /** Sessions that the sweep of one process reads per second (SESSION_SWEEP_READS_PER_SECOND). */
    sweepPerProcess: 10,
  },
  parcelsPerPackerAndDay: 200,
  dollarsAMonth: { core: 35, gigabyteOfDisk: 0.1, gigabyteOut: 0.05 },
}

type Assumed = typeof assumed
const services = [
  'gateway',
  'auth',
  'catalog',
  'order',
  'payment',
  'fulfilment',
  'achievement',
  'notification',
] as const
/** The services that receive few calls for orders, and consent, which is not measured: contact, subscription, subscription-logs, reporting, support. */
const otherServices = 6
const secondsOfDay = 86_400
const daysOfMonth = 30.4

/** Calculates what is needed for this number of orders a day. */
export function needs(ordersADay: number, with_: Assumed = assumed) {
  const { mongo, dollarsAMonth: dollars } = with_
  const averageRate = ordersADay / secondsOfDay
  const peakRate = averageRate * with_.peakFactor
  const cores = Object.fromEntries(services.map((name) => [name, peakRate * cpuSeconds(name, with_)]))
  const replicas = Object.fromEntries(
    services.map((name) => [
      name,
      Math.max(with_.smallestNumber, Math.ceil((cores[name] ?? 0) / with_.coresPerProcess)),
    ]),
  )
  const processes = sumOf(Object.values(replicas)) + otherServices * with_.smallestNumber
  const mongoCores =
    (peakRate * (measured.mongoCpuMs.purchase + with_.signUpsPerOrder * measured.mongoCpuMs.signUp)) / 1000
  const flushes = peakRate * measured.journalFlushes
  const keptBytes = sumOf(Object.values(measured.keptBytes).flat())
  const diskBytes = ordersADay * (365 * mongo.years * keptBytes + 30 * sumOf(measured.inboxBytes))
  const sets = {
    cpu: Math.ceil(mongoCores / (mongo.coresPerMember * mongo.share)),
    flushes: Math.ceil(flushes / (mongo.flushesPerSecond * mongo.share)),
    disk: Math.ceil(diskBytes / (mongo.terabytesPerSet * 1e12)),
  }
  const replicaSets = Math.max(...Object.values(sets))
  const { stripe } = with_
  const eventsPerOrder = 1 + stripe.abandonedPerOrder + stripe.planMonthsPerOrder * stripe.planMonth.events
  const sweepReads =
    averageRate * (stripe.paidSession.sweep + stripe.abandonedPerOrder * stripe.abandonedSession.sweep)
  const brokerCores = (peakRate * measured.brokerCpuMs * 3) / 1000
  const serviceCores = sumOf(Object.values(cores))
  const outGigabytes = (ordersADay * with_.visitsPerOrder * with_.kilobytesPerVisit * daysOfMonth) / 1e6
  const paidCores =
    Math.max((serviceCores * with_.dailyFactor) / with_.peakFactor / with_.coresPerProcess, 2) +
    replicaSets * 3 * Math.min(mongo.coresPerMember, Math.max(1, mongoCores / mongo.share / replicaSets)) +
    3 * Math.max(1, brokerCores)
  return {
    averageRate,
    peakRate,
    cores,
    replicas,
    serviceCores,
    processes,
    mongoCores,
    flushes,
    journalMegabytes: (peakRate * measured.journalBytes) / 1e6,
    diskGigabytes: diskBytes / 1e9,
    sets,
    replicaSets,
    published: peakRate * measured.events.published,
    delivered: peakRate * measured.events.delivered,
    brokerCores,
    queues: Math.ceil(peakRate / with_.queuePerSecond),
    hourOfBacklogGigabytes: (peakRate * 3600 * measured.events.largestBytes) / 1e9,
    /** At the peak: the reads that a customer or a webhook waits for. */
    stripeReads: {
      reported:
        peakRate *
        (stripe.paidSession.webhook +
          stripe.paidSession.successPage +
          stripe.abandonedPerOrder * stripe.abandonedSession.webhook +
          stripe.planMonthsPerOrder * stripe.planMonth.reads),
      /** The average of the day: the sweep may be late at the peak. */
      sweep: sweepReads,
      events: 1 / stripe.secondsPerPage + (peakRate * eventsPerOrder) / stripe.eventsPerPage,
    },
    sweepingProcesses: Math.ceil(sweepReads / stripe.sweepPerProcess),
    packers: Math.ceil(ordersADay / with_.parcelsPerPackerAndDay),
    dollars: {
      cores: paidCores * dollars.core,
      disk: (3 * diskBytes * dollars.gigabyteOfDisk) / 1e9,
      out: outGigabytes * dollars.gigabyteOut,
      stripe: ordersADay * daysOfMonth * (measured.averageOrderCents * 0.029 + 30) * 0.01,
    },
  }
}

/** CPU of a service for one order, and for the visits without an order. */
function cpuSeconds(service: (typeof services)[number], with_: Assumed): number {
  const of = (costs: Record<string, number>) => costs[service] ?? 0
  const visit =
    (service === 'gateway' ? with_.filesPerVisit * measured.fileCpuMs : 0) +
    with_.readsPerVisit * of(measured.readCpuMs)
  const ms =
    of(measured.purchaseCpuMs) +
    with_.visitsPerOrder * visit +
    with_.signUpsPerOrder * of(measured.signUpCpuMs)
  return ms / 1000
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

const round = (value: number) =>
  value.toLocaleString('en', value < 100 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 })

/** The tables of the page, for several numbers of orders a day. */
export function tables(amounts: number[], with_: Assumed = assumed): string[] {
  const all = amounts.map((amount) => needs(amount, with_))
  type Needs = (typeof all)[number]
  const head = `| | ${amounts.map((amount) => `${amount.toLocaleString('en')} a day`).join(' | ')} |\n|---|${amounts.map(() => '---:|').join('')}`
  const row = (name: string, pick: (one: Needs) => string) => `| ${name} | ${all.map(pick).join(' | ')} |`
  const number = (name: string, pick: (one: Needs) => number) => row(name, (one) => round(pick(one)))
  const load = [
    number('orders a second, on average', (one) => one.averageRate),
    number('orders a second, at the peak', (one) => one.peakRate),
    number('cores of all services', (one) => one.serviceCores),
    number('processes', (one) => one.processes),
    number('GB of memory that they take', (one) => (one.processes * measured.processMb) / 1000),
    number('cores that they use without calls', (one) => one.processes * measured.idleCores),
    number('connections to MongoDB, at most', (one) => one.processes * measured.connections),
    number("cores of MongoDB's primaries", (one) => one.mongoCores),
    number('flushes of the journal a second', (one) => one.flushes),
    number('MB of journal a second', (one) => one.journalMegabytes),
    number('GB of documents and indexes after a year', (one) => one.diskGigabytes),
    row('replica sets for CPU, flushes, disk', ({ sets }) => `${sets.cpu}, ${sets.flushes}, ${sets.disk}`),
    row('so many replica sets (or shards)', (one) => String(one.replicaSets)),
    number('events published a second', (one) => one.published),
    number('events delivered a second', (one) => one.delivered),
    number("cores of RabbitMQ's three nodes together", (one) => one.brokerCores),
    number('queues for the busiest event of a reader', (one) => one.queues),
    number(
      'GB in a queue whose reader is unavailable for the peak hour',
      (one) => one.hourOfBacklogGigabytes,
    ),
    number('reads from Stripe a second for webhooks and customers', (one) => one.stripeReads.reported),
    number('the same for the list of events', (one) => one.stripeReads.events),
    number('the same for the sweep of sessions, on average', (one) => one.stripeReads.sweep),
    number('processes of payment that this takes', (one) => one.sweepingProcesses),
    number('people who pack', (one) => one.packers),
  ]
  const replicas = services.map((name) =>
    row(name, (one) => `${round(one.cores[name] ?? 0)} / ${one.replicas[name]}`),
  )
  const money = (['cores', 'disk', 'out', 'stripe'] as const).map((kind) =>
    row(moneyNames[kind], (one) => `$${round(one.dollars[kind])}`),
  )
  return [load, replicas, money].map((rows) => [head, ...rows].join('\n'))
}

const moneyNames = {
  cores: 'cores',
  disk: 'disk, three copies',
  out: 'bytes to customers',
  stripe: 'in addition: Stripe, at 2.9 % + 30 c',
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [orders, peakFactor = assumed.peakFactor] = process.argv.slice(2).map(Number)
  const amounts = orders === undefined ? [1_000, 100_000, 10_000_000] : [orders]
  console.log(tables(amounts, { ...assumed, peakFactor }).join('\n\n'))
}
