import type { mailMessage, mailReply } from '@prankpost/contracts'
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

/** An operator's reply and where it is sent, with a new link to the thread; null when the message was deleted. */
export async function readMailReply(
  { id, replyId }: { id: string; replyId: string },
  { messages, links }: Pick<Deps, 'messages' | 'links'>,
): Promise<z.output<typeof mailReply>> {
  const message = await messages.findById(id, { email: 1, replies: 1 }).lean()
  const reply = message?.replies?.find((one) => one.id === replyId)
  return message && reply ? { to: message.email, text: reply.text, url: links.urlOf(id) } : null
}
