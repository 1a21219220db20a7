import { type digestOfMessages, mostCounted } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { waitingSince } from '../message.model.ts'

/**
 * How many customers wait for an answer: the messages that are not resolved and whose last word is the customer's. It reads
 * the newest `mostCounted` of those that are new or in progress, from the index by status.
 */
export async function countUnanswered({
  messages,
}: Pick<Deps, 'messages'>): Promise<z.output<typeof digestOfMessages>> {
  const open = await messages
    .find(
      { status: { $in: ['new', 'in_progress'] } },
      { status: 1, createdAt: 1, 'replies.from': 1, 'replies.at': 1 },
    )
    .sort({ _id: -1 })
    .limit(mostCounted)
    .lean()
  return { unanswered: open.filter((message) => waitingSince(message) !== null).length }
}
