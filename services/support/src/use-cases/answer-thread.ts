import type { LinkedThread } from '@prankpost/contracts'
import { addressKey, emailKey, notFound, refuseIf } from '@prankpost/service-kit'
import { addReply, isRepeated } from '../add-reply.ts'
import type { Deps } from '../deps.ts'
import { hiddenFields, toLinkedThread } from '../message.model.ts'

/** The thread behind a link in a mail. @throws 404 for a wrong or expired token, or when the message was deleted */
export async function readThread(
  { token }: { token: string },
  { messages, links }: Pick<Deps, 'messages' | 'links'>,
): Promise<LinkedThread> {
  const { message, expiresAt } = await openLink(token, { messages, links })
  return toLinkedThread(message, expiresAt)
}

interface Answer {
  token: string
  text: string
  address: string
  key: string | undefined
}

/**
 * Adds the customer's answer to the thread behind a link: the message is new again. Answers count as messages of the
 * contact form. A repeated call with the same idempotency key adds nothing, and does not count.
 * @throws 404 as `readThread` does, 409 as `addReply` does, 429 after too many from one address, or for one e-mail address
 */
export async function answerThread(
  { token, text, address, key }: Answer,
  deps: Pick<Deps, 'messages' | 'links' | 'outbox' | 'now' | 'submissions' | 'submissionsOfEmail'>,
): Promise<LinkedThread> {
  const { submissions, submissionsOfEmail } = deps
  const { message, expiresAt } = await openLink(token, deps)
  if (isRepeated({ from: 'customer', key, text }, message)) return toLinkedThread(message, expiresAt)
  refuseIf(await submissions.count(addressKey(address)), 'Too many messages from your network.')
  refuseIf(await submissionsOfEmail.count(emailKey(message.email)), 'Too many messages with this email.')
  const answered = await addReply({ id: String(message._id), from: 'customer', text, by: null, key }, deps)
  if (answered === null) throw voidLink()
  return toLinkedThread(answered, expiresAt)
}

async function openLink(token: string, { messages, links }: Pick<Deps, 'messages' | 'links'>) {
  const link = links.read(token)
  const message = link && (await messages.findById(link.id, hiddenFields).lean())
  if (!link || !message) throw voidLink()
  return { message, expiresAt: link.expiresAt }
}

const voidLink = () =>
  notFound(
    'This link is not valid any more. Use the link in a newer mail, or write to us with the contact form.',
  )
