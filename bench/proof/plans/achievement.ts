import type { Db } from 'mongodb'
import type { Entry } from '../compare.ts'
import { type LedgerReader, ofMonths, ofPlans } from '../entries.ts'

/** Achievement: the months and plans that count for a customer. */
export const readAchievement: LedgerReader = async (books, database) => [
  {
    name: 'months in achievement',
    expected: ofMonths(books, (_month, { plan }) => ({ ownerId: plan.ownerId })),
    actual: await counted('month', database),
  },
  {
    name: 'plans in achievement',
    expected: ofPlans(books, ({ plan }) => ({ ownerId: plan.ownerId })),
    actual: await counted('plan', database),
  },
]

async function counted(track: string, database: Db): Promise<Entry[]> {
  const progress = database.collection<{ _id: string; ownerId: string }>('progress')
  const found = await progress.find({ track }).toArray()
  return found.map(({ _id, ownerId }) => [_id.slice(track.length + 1), { ownerId }])
}
