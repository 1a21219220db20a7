import type { ContactSubmitInput } from '@prankpost/contracts'
import { addressKey, refuseIf } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { newMessage } from '../message.model.ts'

/**
 * Keeps a message of the contact form. Each call keeps one.
 * @throws 429 after too many from one address
 */
export async function submitMessage(
  { input, address }: { input: ContactSubmitInput; address: string },
  { messages, submissions }: Deps,
): Promise<{ message: string }> {
  refuseIf(await submissions.count(addressKey(address)), 'Too many messages from your network.')
  await messages.create(newMessage(input))
  return { message: "Thank you! We'll get back to you within 24 hours." }
}
