import { maxReplies } from '@prankpost/contracts'
import { conflict } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type Deps, emit } from './deps.ts'
import { type Message, type Reply, waitingSince } from './message.model.ts'

interface NewReply extends Pick<Reply, 'from' | 'text' | 'by'> {
  /** The id of the message. */
  id: string
  /** The idempotency key of the call. */
  key: string | undefined
  /** The number of replies that the sender saw, if it is known. */
  seen?: number | undefined
}

type CallOfReply = Pick<NewReply, 'from' | 'key' | 'text'>

/**
 * Adds a reply to the thread of a message, and emits message-replied in the same write. A reply of an operator takes a new
 * message in progress; a reply of the customer makes the message new again. A call with an idempotency key that its sender
 * used for this message adds nothing. If the process dies right after the write, the event is still in the outbox.
 * Returns the message with its thread; null when there is no such message.
 * @throws 409 when the thread is full, has more replies than `seen`, or when the key was used for another text
 */
export async function addReply(
  { id, key, seen, ...content }: NewReply,
  { outbox, now }: Pick<Deps, 'outbox' | 'now'>,
): Promise<Message | null> {
  const reply: Reply = { id: String(new Types.ObjectId()), at: now(), ...content, ...(key && { key }) }
  const after = (message: Message): Pick<Message, 'status' | 'replies'> => ({
    status: reply.from === 'customer' ? 'new' : message.status === 'new' ? 'in_progress' : message.status,
    replies: [...(message.replies ?? []), reply],
  })
  const result = await outbox.change({ _id: id }, (message) => {
    if (isRepeated({ key, ...content }, message)) return null
    checkThread(message, seen)
    const { from, at } = reply
    const wasWaiting = waitingSince(message) !== null
    const event = { messageId: id, replyId: reply.id, from, wasWaiting, at: at.toISOString() }
    return {
      update: { $set: { status: after(message).status }, $push: { replies: reply } },
      events: [emit('message-replied', id, event)],
    }
  })
  if (result === null) return null
  const { document, changed } = result
  return changed ? { ...document, ...after(document) } : document
}

/** Whether the same call has added its reply already. @throws 409 when its key was used for another text */
export function isRepeated({ from, key, text }: CallOfReply, { replies = [] }: Message): boolean {
  const earlier = key === undefined ? undefined : replies.find((one) => one.key === key && one.from === from)
  if (earlier !== undefined && earlier.text !== text)
    throw conflict('This Idempotency-Key was used for another reply.')
  return earlier !== undefined
}

function checkThread({ replies = [] }: Message, seen: number | undefined): void {
  if (seen !== undefined && replies.length > seen) {
    throw conflict('A reply arrived meanwhile. Nothing was sent: read it, then send your text again.')
  }
  if (replies.length >= maxReplies) {
    throw conflict(`This thread is full: it has ${maxReplies} replies. Please start a new message.`)
  }
}
