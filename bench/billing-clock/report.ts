import type { PlayedPlan } from './stripe-books.ts'

/** What a run came to. */
export interface Report {
  books: PlayedPlan[]
  /** What simulated time did not come to. */
  deedsLeft: number
  ledgers: { name: string; entries: number }[]
  /** Every difference between two ledgers; empty when the books are right. */
  differences: string[]
  webhooks: { events: number; copies: number; dropped: number }
  /** Events that no webhook told of and payment found by itself. */
  repaired: number
  playSeconds: number
  settleSeconds: number
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** The report as a person reads it. */
export function describe(report: Report): string {
  const { books, webhooks, playSeconds, settleSeconds } = report
  const sum = (of: (plan: PlayedPlan) => number) => books.reduce((total, plan) => total + of(plan), 0)
  const months = sum(({ paid }) => paid.length)
  const renewals = months - books.length
  const cents = sum(({ paid }) => paid.reduce((total, { amountCents }) => total + amountCents, 0))
  const customers = new Set(books.map(({ run }) => run.customer.id)).size
  const lines: [string, string][] = [
    ['plans', `${books.length} of ${customers} customers`],
    ['months paid', `${months}, ${dollars(cents)}`],
    ['declined tries', `${sum(({ run }) => run.failedTries)}`],
    ['months recovered', `${sum(({ run }) => run.recovered)}`],
    ['cancelled by customers', `${sum(({ run }) => Number(run.endedBy === 'customer'))}`],
    ['ended unpaid by Stripe', `${sum(({ run }) => Number(run.endedBy === 'stripe'))}`],
    ['past due at the end', `${sum(({ status }) => Number(status === 'past_due'))}`],
    ['events told by webhooks', `${webhooks.events}, with ${webhooks.copies} copies on top`],
    ['webhooks dropped', `${webhooks.dropped}; ${report.repaired} events found by payment's own reading`],
    [
      'time',
      `${playSeconds.toFixed(1)} s, ${(renewals / playSeconds).toFixed(1)} renewals/s; settled after ${settleSeconds.toFixed(1)} s more`,
    ],
    ...report.ledgers.map(({ name, entries }): [string, string] => [name, `${entries}`]),
  ]
  return lines.map(([what, figure]) => `${what.padEnd(26)}${figure}`).join('\n')
}
