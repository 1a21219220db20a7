import { type ContactMessage, type ContactMessageStatus, contactMessageStatuses } from '@prankpost/contracts'
import { invalid, searchFilter } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toDto } from '../message.model.ts'

interface ListMessagesInput {
  limit: number
  cursor?: string | undefined
  status?: string | undefined
  q?: string | undefined
}

/**
 * The operator's list, newest first: `q` finds words that begin with what was typed in ids, names,
 * e-mails and subjects; `total` counts under the filter.
 * @throws 400 for an unknown status
 */
export async function listMessages(
  { limit, cursor, status, q }: ListMessagesInput,
  { messages }: Pick<Deps, 'messages'>,
): Promise<{ items: ContactMessage[]; total: number; nextCursor: string | null }> {
  const filter = { ...statusFilter(status), ...searchFilter(q) }
  const page = cursor ? { ...filter, _id: { $lt: cursor } } : filter
  const [total, found] = await Promise.all([
    Object.keys(filter).length === 0 ? messages.estimatedDocumentCount() : messages.countDocuments(filter),
    messages
      .find(page, { searchTerms: 0 })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean(),
  ])
  const items = found.slice(0, limit).map(toDto)
  return { items, total, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

function statusFilter(status: string | undefined): { status?: ContactMessageStatus } {
  if (!status) return {}
  const known = contactMessageStatuses.find((one) => one === status)
  if (known === undefined) throw invalid('There is no such status.')
  return { status: known }
}
