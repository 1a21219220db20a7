import { unlessDuplicate } from '@prankpost/service-kit'
import type { Day } from '../day.model.ts'
import type { FigureDeps } from '../deps.ts'
import { Sum } from '../figures.ts'
import { factsOf, type Projected, type Projection } from '../projected.ts'
import { plansOf, purchasesOf } from '../projections.ts'

const marksAtOnce = 1_000

/**
 * Computes the figures of days with changed documents. Resolves with whether there may be more. A day that changes all
 * the time is computed once for each call, not once for each change.
 */
export async function refreshStaleDays(deps: FigureDeps): Promise<boolean> {
  const found = await Promise.all([staleDaysOf(purchasesOf(deps)), staleDaysOf(plansOf(deps))])
  for (const day of new Set(found.flatMap(({ days }) => days))) await refreshDay(day, deps)
  return found.some(({ isMore }) => isMore)
}

async function staleDaysOf<T extends Projected>({ model }: Projection<T>) {
  const marked = await model
    .find({ staleDays: { $gt: '' } } as object, { staleDays: 1 })
    .limit(marksAtOnce)
    .lean<Pick<Projected, 'staleDays'>[]>()
  return { days: marked.flatMap(({ staleDays }) => staleDays), isMore: marked.length === marksAtOnce }
}

/**
 * Computes the figures of a day from all documents that belong to it, and then removes the marks that were there before.
 *
 * The version ensures that figures never become older: they replace those that were stored before the documents were
 * read, and no others. If another replica was faster, the marks stay, and the next round computes the day again. A
 * process that dies before the marks are removed leaves them, too: the day is computed once more.
 */
export async function refreshDay(day: string, deps: FigureDeps): Promise<void> {
  const [purchases, plans] = [purchasesOf(deps), plansOf(deps)]
  const stored = await deps.days.findById(day, { version: 1 }).lean()
  const clearPurchases = await noteMarks(day, purchases)
  const clearPlans = await noteMarks(day, plans)
  const sum = new Sum()
  await addAll(day, purchases, sum)
  await addAll(day, plans, sum)
  const { figures, pranks, codes } = sum
  const next = { _id: day, version: (stored?.version ?? 0) + 1, figures, pranks, codes }
  if (!(await replaceDay(next, stored?.version, deps))) return
  await clearPurchases()
  await clearPlans()
}

/** The documents with a mark of this day. Returns a function that removes the mark if they were not changed since. */
async function noteMarks<T extends Projected>(day: string, { model }: Projection<T>) {
  const marked = await model
    .find({ staleDays: day } as object, { revision: 1 })
    .lean<Pick<Projected, '_id' | 'revision'>[]>()
  return async () => {
    if (marked.length === 0) return
    const clear = marked.map(({ _id, revision }) => ({
      updateOne: { filter: { _id, revision }, update: { $pull: { staleDays: day } } },
    }))
    await model.bulkWrite(clear as never, { ordered: false })
  }
}

async function addAll<T extends Projected>(day: string, { model, figuresOf }: Projection<T>, sum: Sum) {
  for await (const document of model
    .find({ days: day } as object)
    .lean<T>()
    .cursor()) {
    sum.add(figuresOf(factsOf(document as T)).get(day) ?? {})
  }
}

async function replaceDay(
  next: Day,
  version: number | undefined,
  { days }: Pick<FigureDeps, 'days'>,
): Promise<boolean> {
  if (version !== undefined) {
    return (await days.replaceOne({ _id: next._id, version }, next)).matchedCount === 1
  }
  return unlessDuplicate(days.insertMany([next]))
}
