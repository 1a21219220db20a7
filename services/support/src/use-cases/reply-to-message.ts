import type { ContactThread, ReplyInput } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import { addReply } from '../add-reply.ts'
import type { Deps } from '../deps.ts'
import { toThread } from '../message.model.ts'

interface OperatorReply extends ReplyInput {
  id: string
  /** The name of the operator. */
  by: string
  key: string | undefined
}

/**
 * Answers a message: the customer gets a mail with the text and a link to the thread. A repeated call with the same
 * idempotency key sends nothing.
 * @throws 404 when the message does not exist (any more), and as `addReply` does
 */
export async function replyToMessage(
  { replyCount: seen, ...reply }: OperatorReply,
  deps: Pick<Deps, 'outbox' | 'now'>,
): Promise<ContactThread> {
  const message = await addReply({ ...reply, from: 'operator', seen }, deps)
  if (message === null) throw notFound('This message is not there any more.')
  return toThread(message)
}
