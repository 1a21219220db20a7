import { type EventData, mailMessage, mailsOffAnswer } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { messageReceivedMail } from '../mails/support.ts'
import { sendOnce } from './send-once.ts'
import { isOff } from './send-to-customer.ts'

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
