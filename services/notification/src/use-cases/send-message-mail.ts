import { type EventData, mailMessage, mailReply, mailsOffAnswer } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { About } from '../mails/occasion.ts'
import { messageAnsweredMail } from '../mails/operator.ts'
import { messageReceivedMail, messageRepliedMail } from '../mails/support.ts'
import { sendOnce } from './send-once.ts'
import { isOff } from './send-to-customer.ts'
import { sendToOperator } from './send-to-operator.ts'

/**
 * Confirms a message of the contact form, once for each event, unless it was deleted or the owner of the address switched
 * this kind off. The record contains no customer: the form needs no account.
 */
export async function sendMessageMail(
  id: string,
  { messageId }: EventData<'contact-message-received'>,
  deps: Deps,
): Promise<void> {
  const write = async () => {
    const message = await deps.support.get(`/internal/messages/${messageId}`, mailMessage)
    if (message === null) return null
    const { mailsOff } = await deps.auth.post('/internal/mails-off', mailsOffAnswer, { email: message.to })
    return isOff('message-received', mailsOff) ? null : messageReceivedMail(message.to)
  }
  await sendOnce({ id, userId: null, kind: 'message-received' }, write, deps)
}

/** Sends an operator's answer to the sender of a message, once for each event, unless the message was deleted. */
export async function sendReplyMail(
  id: string,
  { messageId, replyId }: EventData<'message-replied'>,
  deps: Deps,
): Promise<void> {
  const write = async () => {
    const reply = await deps.support.get(`/internal/messages/${messageId}/replies/${replyId}`, mailReply)
    return reply && messageRepliedMail(reply)
  }
  await sendOnce({ id, userId: null, kind: 'message-replied' }, write, deps)
}

/** Reports a customer's answer in a thread to the operator, once for each event, unless the message was deleted. */
export async function sendMessageAnsweredMail(
  event: { id: string; data: EventData<'message-replied'> },
  deps: Deps,
): Promise<void> {
  const textOf = async (about: About<EventData<'message-replied'>>) => {
    const message = await deps.support.get(`/internal/messages/${event.data.messageId}`, mailMessage)
    return message && messageAnsweredMail(about)
  }
  await sendToOperator('message-answered', event, textOf, deps)
}
