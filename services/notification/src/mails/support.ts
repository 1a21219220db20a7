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
      'You did not write to us? Then somebody else entered your address. Leave this mail alone and nothing happens.',
    ],
  })
}
