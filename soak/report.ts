import { availableParallelism } from 'node:os'
import { formatCents } from '@prankpost/contracts'
import type { DifferenceKind } from '../bench/proof/compare.ts'
import type { Journal } from './journal.ts'
import type { SoakOptions } from './options.ts'
import type { Played } from './play.ts'
import type { Settled } from './settle.ts'
import { keptCharges } from './stripe-books.ts'

/** What a run came to. */
export type Report = ReturnType<typeof makeReport>

interface Told extends Played, Settled {
  options: Pick<SoakOptions, 'playMs' | 'settleWithinMs'>
  journal: Journal
  webhooks: { events: number; copies: number; dropped: number }
}

/** Sums a run up. `failures` has a line for each thing that is not as it should be; none when all is well. */
export function makeReport(told: Told) {
  const { options, journal, tally, chaos, memory, findings, settledAt, webhooks } = told
  const { books, ledgers, differences, letters } = findings
  const wishes = [...journal.purchases.values()]
  const count = (kind: DifferenceKind) => differences.filter((one) => one.kind === kind).length
  const charges = keptCharges(books)
  const invoices = books.plans.flatMap(({ paid }) => paid)
  const settledSeconds = settledAt === null ? null : (settledAt - chaos.lastKillAt) / 1000
  return {
    at: new Date().toISOString(),
    cpus: availableParallelism(),
    options,
    failures: failuresOf(told, settledSeconds),
    lost: count('lost'),
    doubled: count('doubled'),
    different: count('different') + journal.surprises.length,
    settledSeconds,
    customers: journal.members.size,
    orders: {
      wished: wishes.length,
      paid: charges.length,
      cents: charges.reduce((sum, { amountCents }) => sum + amountCents, 0),
      refunded: books.charges.length - charges.length,
      unsure: wishes.filter(({ paid }) => paid === 'unsure').length,
      ways: journal.ways,
      statusesGiven: [...journal.statuses.values()].flat().filter(({ done }) => done === 'sure').length,
    },
    plans: {
      paid: books.plans.length,
      months: invoices.length,
      cents: invoices.reduce((sum, { amountCents }) => sum + amountCents, 0),
      cancelled: books.plans.filter(({ plan }) => plan.endedBy === 'customer').length,
      endedByStripe: books.plans.filter(({ plan }) => plan.endedBy === 'stripe').length,
      parcelsShipped: [...journal.parcels.values()].filter(({ done }) => done === 'sure').length,
      parcelsRefused: [...journal.parcels.values()].filter(({ done }) => done === 'not done').length,
    },
    webhooks,
    calls: tally,
    standstillSeconds: journal.standstill.longestMs / 1000,
    kills: chaos.kills,
    pauses: chaos.pauses,
    wires: chaos.wires,
    deadLetters: letters.map(({ letter: { service, event, id, reason }, why }) => ({
      ...{ service, event, id, reason, why },
    })),
    ledgers,
    memory,
  }
}

/** A line for each thing that is wrong. */
function failuresOf(
  { findings, journal, tally, options, settledAt }: Told,
  settledSeconds: number | null,
): string[] {
  const late = options.settleWithinMs / 1000
  return [
    ...findings.differences.map(({ kind, words }) => `${kind.toUpperCase()} ${words}`),
    ...journal.surprises.map((words) => `DIFFERENT answer: ${words}`),
    ...findings.letters
      .filter(({ why }) => why === null)
      .map(({ letter }) => `UNEXPLAINED dead letter ${letter.id} of ${letter.service}: ${letter.reason}`),
    ...(tally.faults > 0 ? [`FAULT ${tally.faults} answers of 500`, ...tally.faultWords] : []),
    ...(settledAt === null ? [`UNSETTLED ${findings.underWay.join(', ') || 'ledgers differ'}`] : []),
    ...(settledSeconds !== null && settledSeconds > late
      ? [`LATE settled ${settledSeconds.toFixed(1)} s after the last kill, more than ${late} s`]
      : []),
  ]
}

/** The report as a person reads it. */
export function describe(report: Report): string {
  const { orders, plans, webhooks, calls, ledgers, memory, deadLetters, settledSeconds } = report
  const played = report.options.playMs / 1000
  const explained = deadLetters.filter(({ why }) => why !== null)
  const lines: [string, string][] = [
    ['customers', `${report.customers} signed up`],
    [
      'orders',
      `${orders.paid} paid of ${orders.wished} wishes ($${formatCents(orders.cents)}), ${(orders.paid / played).toFixed(1)}/s; ` +
        `${orders.refunded} charges given back, ${orders.statusesGiven} statuses set`,
    ],
    ['bought', list(orders.ways)],
    [
      'plans',
      `${plans.paid} with ${plans.months} months ($${formatCents(plans.cents)}), ${plans.cancelled} cancelled, ` +
        `${plans.endedByStripe} ended by Stripe; ${plans.parcelsShipped} parcels shipped, ${plans.parcelsRefused} refused`,
    ],
    ['webhooks', `${webhooks.events} events, ${webhooks.copies} duplicates, ${webhooks.dropped} never sent`],
    [
      'calls',
      `${calls.calls}, ${calls.triedAgain} tried again, ${calls.gaveUp} given up, ${calls.faults} answered 500`,
    ],
    ['tried again after', list(calls.reasons)],
    ['longest time without an order', `${report.standstillSeconds.toFixed(1)} s`],
    ['kills (-9)', `${sum(report.kills)}: ${list(report.kills)}`],
    ['pauses (SIGSTOP)', `${sum(report.pauses)}: ${list(report.pauses)}`],
    ['wires', `${sum(report.wires)}: ${list(report.wires)}`],
    ['dead letters', `${deadLetters.length}, ${explained.length} explained`],
    ...explained.map(({ service, event, why }): [string, string] => ['', `${service}.${event}: ${why}`]),
    ...ledgers.map(({ name, entries }): [string, string] => [name, `${entries}`]),
    ['memory, MB', ''],
    ...Object.entries(memory).map(([name, { first, last, peak }]): [string, string] => [
      `  ${name}`,
      `${first} in the first minute, ${last} in the last, at most ${peak}`,
    ]),
    ['lost', `${report.lost}`],
    ['doubled', `${report.doubled}`],
    ['different', `${report.different}`],
    ['all settled', settledSeconds === null ? 'not' : `${settledSeconds.toFixed(1)} s after the last kill`],
  ]
  return lines.map(([what, figure]) => `${what.padEnd(34)}${figure}`.trimEnd()).join('\n')
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
