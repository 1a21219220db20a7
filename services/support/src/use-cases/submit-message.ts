import type { ContactSubmitInput } from '@prankpost/contracts'
import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { newMessage } from '../message.model.ts'

/**
 * Stores a message of the contact form and emits contact-message-received, in one write. Each call stores one. If the
 * process dies right after the write, the event is still in the outbox.
 * @throws 429 after too many from one address, or with one e-mail address
 */
export async function submitMessage(
  { input, address }: { input: ContactSubmitInput; address: string },
  { outbox, submissions, submissionsOfEmail }: Pick<Deps, 'outbox' | 'submissions' | 'submissionsOfEmail'>,
): Promise<{ message: string }> {
  refuseIf(await submissions.count(addressKey(address)), 'Too many messages from your network.')
  refuseIf(await submissionsOfEmail.count(emailKey(input.email)), 'Too many messages with this email.')
  const message = newMessage(input)
  const messageId = String(message._id)
  const received = { messageId, receivedAt: message.createdAt.toISOString() }
  await outbox.insert(message, [emit('contact-message-received', messageId, received)])
  return { message: "Thank you! We'll get back to you within 24 hours." }
}
