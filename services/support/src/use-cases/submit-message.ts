import type { ContactSubmitInput } from '@prankpost/contracts'
import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { newMessage } from '../message.model.ts'

/**
 * Stores a message of the contact form. Each call stores one.
 * @throws 429 after too many from one address, or with one e-mail address
 */
export async function submitMessage(
  { input, address }: { input: ContactSubmitInput; address: string },
  { messages, submissions, submissionsOfEmail }: Deps,
): Promise<{ message: string }> {
  refuseIf(await submissions.count(addressKey(address)), 'Too many messages from your network.')
  refuseIf(await submissionsOfEmail.count(emailKey(input.email)), 'Too many messages with this email.')
  await messages.create(newMessage(input))
  return { message: "Thank you! We'll get back to you within 24 hours." }
}
