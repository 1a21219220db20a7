import { messageLinkDays } from '@prankpost/contracts'
import { type MailContent, mail } from './layout.ts'

/**
 * Confirms that a message of the contact form arrived. The address is not verified, so the mail contains nothing that the
 * sender of the message wrote: the form cannot be used to send text to other people.
 */
export function messageReceivedMail(to: string): MailContent {
  return mail({
    to,
    subject: 'We got your message',
    preview: 'Thank you for writing to us. We answer within 24 hours, to this address.',
    parts: [
      'A person reads every message, so it may take a moment. You do not need to write again.',
      'You did not write to us? Then another person entered your address. You can ignore this mail: nothing happens.',
    ],
  })
}

/** An operator's answer to a message. `url` is the thread behind a signed link. */
export function messageRepliedMail({
  to,
  text,
  url,
}: {
  to: string
  text: string
  url: string
}): MailContent {
  return mail({
    to,
    subject: 'We answered your message',
    preview: 'Here is our answer to your message.',
    parts: [
      { lines: text },
      'To answer, please use this page. It shows everything that you and we wrote.',
      { button: 'Read and answer', url },
      `The link works for ${messageLinkDays} days, for every person who has it.`,
    ],
  })
}
