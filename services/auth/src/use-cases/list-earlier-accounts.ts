import type { Deps } from '../deps.ts'
import { listedFields } from '../user.model.ts'

const batch = 500

/**
 * Lets operators find accounts that an earlier version stored without `isListed`: some at each call. Runs at each start, and
 * every hour, because during an update the earlier version still adds accounts. Changes nothing when it runs again.
 * @returns whether there may be more
 */
export async function listEarlierAccounts({ users }: Pick<Deps, 'users'>): Promise<boolean> {
  const missing = { isListed: null, deletion: { $exists: false } }
  const fields = { email: 1, firstName: 1, lastName: 1 }
  const found = await users.find(missing, fields).limit(batch).lean()
  if (found.length === 0) return false
  await users.bulkWrite(
    found.map((account) => ({
      updateOne: {
        // An account that is deleted at the same time stays hidden.
        filter: { _id: account._id, ...missing },
        update: { $set: listedFields(account), $inc: { revision: 1 } },
      },
    })),
  )
  return found.length === batch
}
