import { type digestOfMessages, mostCounted } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** How many messages are new: nobody has worked on them yet. At most `mostCounted`, from the index by status. */
export async function countUnanswered({
  messages,
}: Pick<Deps, 'messages'>): Promise<z.output<typeof digestOfMessages>> {
  return { unanswered: await messages.countDocuments({ status: 'new' }, { limit: mostCounted }) }
}
