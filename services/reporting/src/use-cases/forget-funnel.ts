import type { Deps } from '../deps.ts'
import { dayOf } from '../figures.ts'

const dayMs = 86_400_000

/** A report can compare with the same month of the year before. */
const keptDays = 400

/** Deletes the counts of the funnel after 400 days. */
export async function forgetFunnel({ funnel, now }: Pick<Deps, 'funnel' | 'now'>): Promise<false> {
  await funnel.deleteMany({ _id: { $lt: dayOf(new Date(+now() - keptDays * dayMs)) } })
  return false
}
