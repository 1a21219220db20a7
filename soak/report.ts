import { availableParallelism } from 'node:os'
import { formatCents } from '@prankpost/contracts'
import { type DifferenceKind, failuresOf, keptCharges, type Settled } from '../ledgers/index.ts'
import type { Journal } from './journal.ts'
import type { SoakOptions } from './options.ts'
import type { Played } from './play.ts'

/** The result of a run. */
export type Report = ReturnType<typeof makeReport>

interface Run extends Played, Settled {
  options: Pick<SoakOptions, 'playMs' | 'settleWithinMs'>
  journal: Journal
  webhooks: { events: number; copies: number; dropped: number }
}

/** Summarizes a run. `failures` has a line for each thing that is wrong; it is empty when nothing is. */
export function makeReport(run: Run) {
  const { options, journal, tally, chaos, memory, findings, settledAt, webhooks } = run
  const { stripe, ledgers, differences, deadLetters } = findings
  const purchases = [...journal.purchases.values()]
  const count = (kind: DifferenceKind) => differences.filter((one) => one.kind === kind).length
  const charges = keptCharges(stripe)
  const months = stripe.plans.flatMap((plan) => plan.months)
  const settledSeconds = settledAt === null ? null : (settledAt - chaos.lastKillAt) / 1000
  return {
    at: new Date().toISOString(),
    cpus: availableParallelism(),
    options,
    failures: failuresOfRun(run, settledSeconds),
    lost: count('lost'),
    doubled: count('doubled'),
    different: count('different') + journal.surprises.length,
    settledSeconds,
    customers: journal.members.size,
    orders: {
      started: purchases.length,
      paid: charges.length,
      cents: charges.reduce((sum, { amountCents }) => sum + amountCents, 0),
      refunded: stripe.charges.length - charges.length,
      unsure: purchases.filter(({ paid }) => paid === 'unsure').length,
      ways: journal.ways,
      statusesGiven: [...journal.statuses.values()].flat().filter(({ done }) => done === 'sure').length,
    },
    plans: {
      paid: stripe.plans.length,
      months: months.length,
      cents: months.reduce((sum, { amountCents }) => sum + amountCents, 0),
      cancelled: stripe.plans.filter(({ endedBy }) => endedBy === 'customer').length,
      endedByStripe: stripe.plans.filter(({ endedBy }) => endedBy === 'stripe').length,
      parcelsShipped: [...journal.parcels.values()].filter(({ done }) => done === 'sure').length,
      parcelsRefused: [...journal.parcels.values()].filter(({ done }) => done === 'not done').length,
    },
    webhooks,
    calls: tally,
    standstillSeconds: journal.standstill.longestMs / 1000,
    kills: chaos.kills,
    pauses: chaos.pauses,
    wires: chaos.wires,
    deadLetters: deadLetters.map(({ service, event, id, reason }) => ({ service, event, id, reason })),
    ledgers,
    memory,
  }
}

function failuresOfRun({ findings, journal, tally, options }: Run, settledSeconds: number | null): string[] {
  const limit = options.settleWithinMs / 1000
  return [
    ...failuresOf(findings),
    ...journal.surprises.map((response) => `DIFFERENT answer: ${response}`),
    ...(tally.faults > 0 ? [`FAULT ${tally.faults} answers of 500`, ...tally.firstFaults] : []),
    ...(settledSeconds !== null && settledSeconds > limit
      ? [`LATE settled ${settledSeconds.toFixed(1)} s after the last kill, more than ${limit} s`]
      : []),
  ]
}

/** The report as a person reads it. */
export function describe(report: Report): string {
  const { orders, plans, webhooks, calls, ledgers, memory, deadLetters, settledSeconds } = report
  const played = report.options.playMs / 1000
  const lines: [string, string][] = [
    ['customers', `${report.customers} signed up`],
    [
      'orders',
      `${orders.paid} paid of ${orders.started} purchases ($${formatCents(orders.cents)}), ${(orders.paid / played).toFixed(1)}/s; ` +
        `${orders.refunded} charges refunded, ${orders.statusesGiven} statuses set`,
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
      `${calls.calls}, ${calls.retried} retried, ${calls.gaveUp} given up, ${calls.faults} answered 500`,
    ],
    ['retried after', list(calls.reasons)],
    ['longest time without an order', `${report.standstillSeconds.toFixed(1)} s`],
    ['kills (-9)', `${sum(report.kills)}: ${list(report.kills)}`],
    ['pauses (SIGSTOP)', `${sum(report.pauses)}: ${list(report.pauses)}`],
    ['wires', `${sum(report.wires)}: ${list(report.wires)}`],
    ['dead letters', `${deadLetters.length}`],
    ...ledgers.map(({ name, entries }): [string, string] => [name, `${entries}`]),
    ['memory, MB', ''],
    ...Object.entries(memory).map(([name, { first, last, peak }]): [string, string] => [
      `  ${name}`,
      `${first} in the first minute, ${last} in the last, at most ${peak}`,
    ]),
    ['lost', `${report.lost}`],
    ['doubled', `${report.doubled}`],
    ['different', `${report.different}`],
    ['all settled', settledSeconds === null ? 'no' : `${settledSeconds.toFixed(1)} s after the last kill`],
  ]
  return lines.map(([what, figure]) => `${what.padEnd(34)}${figure}`.trimEnd()).join('\n')
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
