import type { Db } from 'mongodb'

/** The database of a service. */
export type DatabaseOf = (service: string) => Db

/** Reads these fields of the documents of a collection, all of them or those that match the filter. */
export const readDocuments = <T extends object>(
  database: Db,
  name: string,
  fields: (keyof T)[],
  filter = {},
): Promise<T[]> =>
  database
    .collection(name)
    .find(filter, { projection: Object.fromEntries(fields.map((field) => [field, 1])) })
    .toArray() as Promise<unknown> as Promise<T[]>

/** A stored date as Stripe's ledger has it. */
export const iso = (date: unknown): string | null => (date instanceof Date ? date.toISOString() : null)
