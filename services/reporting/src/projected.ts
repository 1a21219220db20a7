import { isDeepStrictEqual } from 'node:util'
import { unlessDuplicate } from '@prankpost/service-kit'
import type { Model } from 'mongoose'
import { type DayFigures, daysOf } from './figures.ts'

/** The fields of a document whose figures are part of days. */
export interface Projected {
  _id: string
  /** The days that its figures are part of. */
  days: string[]
  /** The days whose figures must be computed again, because this document changed. */
  staleDays: string[]
  /** Increased with each change: guards read-decide-write. */
  revision: number
  changedAt: Date
  /** The last rebuild that found it at its source. */
  seenIn?: string
}

/** These fields in a schema. */
export const projectedFields = {
  _id: { type: String, required: true },
  days: [String],
  staleDays: [String],
  revision: { type: Number, required: true },
  changedAt: { type: Date, required: true },
  seenIn: String,
}

/** The content of a document: everything that events say. */
export type Facts<T extends Projected> = Omit<T, keyof Projected>

/** A kind of documents whose figures are part of days. */
export interface Projection<T extends Projected> {
  model: Model<T>
  /** The content of a document before its first event. */
  nothing: Facts<T>
  /** The figures of a document, by day. They depend on its content only. */
  figuresOf: (facts: Facts<T>) => Map<string, DayFigures>
}

/**
 * Changes a document, and marks in the same write the days that it belonged to and those that it belongs to now: no
 * change is lost when the process dies after it. `decide` gets the content and when it last changed; what it adds must not
 * depend on the sequence of events. A change that changes nothing writes nothing.
 */
export async function project<T extends Projected>(
  { model, nothing, figuresOf }: Projection<T>,
  id: string,
  decide: (facts: Facts<T>, changedAt: Date | null) => Facts<T>,
  now = new Date(),
): Promise<void> {
  for (;;) {
    const stored = await model.findById(id).lean<T>()
    const facts = stored === null ? nothing : factsOf(stored)
    const next = decide(facts, stored?.changedAt ?? null)
    const days = daysOf(figuresOf(next))
    if (stored !== null && isDeepStrictEqual([next, days], [facts, stored.days])) return
    const document = {
      ...next,
      _id: id,
      days,
      staleDays: [...new Set([...(stored?.staleDays ?? []), ...(stored?.days ?? []), ...days])],
      revision: (stored?.revision ?? 0) + 1,
      changedAt: now,
      ...(stored?.seenIn === undefined ? {} : { seenIn: stored.seenIn }),
    } as unknown as T
    if (stored !== null) {
      const { matchedCount } = await model.replaceOne(
        { _id: id, revision: stored.revision } as object,
        document,
      )
      if (matchedCount === 1) return
    } else if (await unlessDuplicate(model.insertMany([document]))) return
    // It was changed meanwhile: decide again.
  }
}

/** The content of a stored document. */
export function factsOf<T extends Projected>(stored: T): Facts<T> {
  const { _id, days, staleDays, revision, changedAt, seenIn, ...facts } = stored
  return facts
}
