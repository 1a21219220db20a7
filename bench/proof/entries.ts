import type { Db } from 'mongodb'
import type { Entry, Facts, Ledger } from './compare.ts'
import type { BookedPlan, PaidInvoice } from './plan-books.ts'

/** The database of a service. */
export type DatabaseOf = (service: string) => Db

/** Reads what one service holds of the plans, beside what it should hold by the provider's books. */
export type LedgerReader = (books: BookedPlan[], database: Db) => Promise<Ledger[]>

/** An entry for each paid month, keyed by its invoice. */
export const ofMonths = (
  books: BookedPlan[],
  factsOf: (month: PaidInvoice, booked: BookedPlan) => Facts,
): Entry[] => books.flatMap((booked) => booked.paid.map((month): Entry => [month.id, factsOf(month, booked)]))

/** An entry for each plan, keyed by its id. */
export const ofPlans = (books: BookedPlan[], factsOf: (booked: BookedPlan) => Facts): Entry[] =>
  books.map((booked): Entry => [booked.plan.planId, factsOf(booked)])

/** A stored date as the books have it. */
export const iso = (date: unknown): string | null => (date instanceof Date ? date.toISOString() : null)
