import type { Checkout, Line } from '../checkout.model.ts'

/** What the lines cost together, in cents. */
export function totalCents(lines: Pick<Line, 'unitAmountCents' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.unitAmountCents * line.quantity, 0)
}

/** The lines that an invoice bills: all of them at first, the recurring ones from then on. */
export function linesOfPeriod(checkout: Checkout, period: number): Line[] {
  return period === 0 ? checkout.lines : checkout.lines.filter((line) => line.recurring)
}

/** Writes an amount as people read it, e.g. `$4.99`. */
export function formatCents(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}

/** Stripe's way of writing a moment: whole seconds since 1970. */
export function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

/** The same for a moment that may not have come. */
export function secondsOrNull(date: Date | null): number | null {
  return date && seconds(date)
}
