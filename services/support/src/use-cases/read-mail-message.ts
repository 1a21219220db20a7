import type { mailMessage } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** Where the confirmation of a message is sent; null when the message was deleted. */
export async function readMailMessage(
  { id }: { id: string },
  { messages }: Pick<Deps, 'messages'>,
): Promise<z.output<typeof mailMessage>> {
  const message = await messages.findById(id, { email: 1 }).lean()
  return message === null ? null : { to: message.email }
}
