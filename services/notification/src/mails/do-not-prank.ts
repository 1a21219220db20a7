import { doNotPrankMinutes } from '@prankpost/contracts'
import { type MailContent, mail } from './layout.ts'

/**
 * The code that confirms a do-not-prank request. The e-mail address is not verified, so the mail contains nothing that the
 * sender of the request wrote, and not the postal address.
 */
export function codeMail({ to, code }: { to: string; code: string }): MailContent {
  return mail({
    to,
    subject: 'Your code',
    preview: `Your code is ${code}. Enter it on the page where you asked for it.`,
    parts: [
      { facts: [['Code', code]] },
      `The code works for ${doNotPrankMinutes} minutes. Then nothing is sent to the address that you entered any more.`,
      'You did not ask for this? Then another person entered your email address. You can ignore this mail: nothing happens.',
    ],
  })
}
