import type { DisputeStatus } from '../../ledgers/index.ts'
import type { PlayedPlan } from './script-ledger.ts'

/** The result of a run. */
export interface Report {
  plans: PlayedPlan[]
  disputes: DisputeStatus[]
  /** Actions of the scenario that were not performed because the time was over. */
  actionsLeft: number
  ledgers: { name: string; entries: number }[]
  /** A line for each difference, each dead letter and each missing item; empty when all ledgers agree. */
  failures: string[]
  webhooks: { events: number; copies: number; dropped: number }
  /** Events that no webhook delivered and that payment found in Stripe's list. */
  repaired: number
  playSeconds: number
  settleSeconds: number
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** The report as text. */
export function describe(report: Report): string {
  const { plans, webhooks, playSeconds, settleSeconds } = report
  const sum = (of: (plan: PlayedPlan) => number) => plans.reduce((total, plan) => total + of(plan), 0)
  const months = sum((plan) => plan.months.length)
  const renewals = months - plans.length
  const cents = sum((plan) => plan.months.reduce((total, { amountCents }) => total + amountCents, 0))
  const refunded = sum(({ months }) =>
    months.flatMap(({ refunds }) => refunds).reduce((total, { cents }) => total + cents, 0),
  )
  const times = (wanted: string) =>
    sum(({ run }) => run.performed.filter(({ what }) => what === wanted).length)
  const customers = new Set(plans.map(({ run }) => run.customer.id)).size
  const lines: [string, string][] = [
    ['plans', `${plans.length} of ${customers} customers`],
    ['months paid', `${months}, ${dollars(cents)}`],
    ['months void, in a pause', `${sum(({ voidMonths }) => voidMonths.length)}`],
    ['changes, pauses, skips, resumes', ['change', 'pause', 'skip', 'resume'].map(times).join(', ')],
    ['declined attempts', `${sum(({ predicted }) => predicted.failedTries)}`],
    ['months recovered', `${sum(({ predicted }) => predicted.recovered)}, ${times('card')} with a new card`],
    [
      'cancelled by customers',
      `${times('cancel')}, ${sum(({ unsent }) => Number(unsent === 'send'))} to be sent`,
    ],
    [
      'disputes open, won, lost',
      (['open', 'won', 'lost'] as const)
        .map((status) => report.disputes.filter((one) => one === status).length)
        .join(', '),
    ],
    ['ended unpaid by Stripe', `${times('end')}`],
    ['refunded of unsent parcels', dollars(refunded)],
    ['past due at the end', `${sum(({ status }) => Number(status === 'past_due'))}`],
    ['events sent by webhooks', `${webhooks.events}, and ${webhooks.copies} copies of them`],
    ['webhooks dropped', `${webhooks.dropped}; ${report.repaired} events found by payment itself`],
    [
      'time',
      `${playSeconds.toFixed(1)} s, ${(renewals / playSeconds).toFixed(1)} renewals/s; settled after ${settleSeconds.toFixed(1)} s more`,
    ],
    ...report.ledgers.map(({ name, entries }): [string, string] => [name, `${entries}`]),
  ]
  return lines.map(([what, figure]) => `${what.padEnd(34)}${figure}`).join('\n')
}
