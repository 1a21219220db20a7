import type { Checkout, Line } from '../checkout.model.ts'

/** The total of the lines, in cents. */
export function totalCents(lines: Pick<Line, 'unitAmountCents' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.unitAmountCents * line.quantity, 0)
}

/** The lines that a plan's next invoice bills. */
export function linesOf(checkout: Checkout): Line[] {
  return checkout.plan?.lines ?? checkout.lines
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
