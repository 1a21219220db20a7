import type { ContactSubmitInput } from '@prankpost/contracts'
import { addressKey, callDigest, emailKey, refuseIf, unlessDuplicate } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { newMessage } from '../message.model.ts'

/**
 * Stores a message of the contact form and emits contact-message-received, in one write. If the process dies right after the
 * write, the event is still in the outbox. A repeated call with the same idempotency key and the same fields stores nothing, has
 * the same answer, and does not count: the first one's answer may have been lost.
 * @throws 429 after too many from one address, or with one e-mail address
 */
export async function submitMessage(
  { input, address, key }: { input: ContactSubmitInput; address: string; key: string | undefined },
  {
    messages,
    outbox,
    submissions,
    submissionsOfEmail,
  }: Pick<Deps, 'messages' | 'outbox' | 'submissions' | 'submissionsOfEmail'>,
): Promise<{ message: string }> {
  const call = key === undefined ? {} : { callDigest: callDigest([key, input]) }
  if (key !== undefined && (await messages.exists(call))) return received
  refuseIf(await submissions.count(addressKey(address)), 'Too many messages from your network.')
  refuseIf(await submissionsOfEmail.count(emailKey(input.email)), 'Too many messages with this email.')
  const message = newMessage(input, call)
  const messageId = String(message._id)
  const event = { messageId, receivedAt: message.createdAt.toISOString() }
  await unlessDuplicate(outbox.insert(message, [emit('contact-message-received', messageId, event)]))
  return received
}

const received = { message: "Thank you! We'll get back to you within 24 hours." }
