import type { Checkout, Line } from '../checkout.model.ts'

/** The total of the lines, in cents. */
export function totalCents(lines: Pick<Line, 'unitAmountCents' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.unitAmountCents * line.quantity, 0)
}

/** The lines that an invoice bills: all lines on the first invoice, then only recurring ones. */
export function linesOfPeriod(checkout: Checkout, period: number): Line[] {
  return period === 0 ? checkout.lines : checkout.lines.filter((line) => line.recurring)
}

/** The recurring lines that a plan's next invoice bills. */
export function recurringLines(checkout: Checkout): Line[] {
  return checkout.plan?.lines ?? checkout.lines.filter((line) => line.recurring)
}

/** Formats an amount, e.g. `$4.99`. */
export function formatCents(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}

/** Stripe's timestamp format: whole seconds since 1970. */
export function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/** Same as `seconds`, for a date that may not be set. */
export function secondsOrNull(date: Date | null): number | null {
  return date && seconds(date)
}
