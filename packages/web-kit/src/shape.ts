import { isRecord } from './api-error.ts'

/**
 * Checks an answer before a screen uses it. The contract's zod schemas would do this, too, but add 24 kB to the first
 * page; these guards add less than 1 kB, and the compiler checks them against the same types.
 */
export type Guard<T> = (value: unknown) => value is T

/** Accepts any string. */
export const text: Guard<string> = (value): value is string => typeof value === 'string'

/** Accepts any finite number. */
export const number: Guard<number> = (value): value is number => Number.isFinite(value)

/** Accepts true and false. */
export const boolean: Guard<boolean> = (value): value is boolean => typeof value === 'boolean'

/** Accepts null as well as what the guard accepts. */
export const nullable =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value)

/** Accepts one of the listed values only. */
export const oneOf =
  <T extends string | boolean>(values: readonly T[]): Guard<T> =>
  (value): value is T =>
    (values as readonly unknown[]).includes(value)

/** Accepts an array in which every element is accepted. */
export const listOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard)

/** Accepts an object whose listed fields are all accepted; other fields are ignored. */
export const shape =
  <T extends object>(fields: { [F in keyof T]-?: Guard<T[F]> }): Guard<T> =>
  (value): value is T =>
    isRecord(value) && Object.entries<Guard<unknown>>(fields).every(([name, guard]) => guard(value[name]))
