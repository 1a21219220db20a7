import {
  type DeletionReceipt,
  type ErasedCount,
  exportTitles,
  type MailLinkPurpose,
  productName,
} from '@prankpost/contracts'
import { formatDate } from './format.ts'
import { hello, type MailContent, mail } from './layout.ts'

interface LinkMailInput {
  to: string
  url: string
  expiresAt: Date
  /** Setting a password with the link deletes all data of the account. */
  removesData: boolean
}

const linkTexts: Record<MailLinkPurpose, { subject: string; why: string; button: string; notYou: string }> = {
  'verify-email': {
    subject: 'Please verify your email address',
    why: 'Please sign in and follow this link to verify your email address:',
    button: 'Verify my address',
    notYou: `You did not create an account at ${productName}? Then another person entered your address. You can ignore this mail: nothing happens.`,
  },
  'reset-password': {
    subject: 'Set a new password',
    why: 'A new password was requested for your account, most likely by you. Please follow this link to set it:',
    button: 'Set a new password',
    notYou:
      'It was not you? You can ignore this mail: without the link your password cannot be changed, and it stays as it is.',
  },
}

/**
 * The mail with a link that verifies an address or sets a password. The address may be unverified, so the mail contains
 * no text from the registration form.
 */
export function linkMail(
  purpose: MailLinkPurpose,
  { to, url, expiresAt, removesData }: LinkMailInput,
): MailContent {
  const { subject, why, button, notYou } = linkTexts[purpose]
  const until = `The link works until ${formatDate(expiresAt)}.`
  const removed = removesData ? [removedData] : []
  return mail({ to, subject, preview: why, parts: [{ button, url }, until, ...removed, notYou] })
}

const removedData =
  'Please note: the email address of this account was never verified, so another person may have created it. When you ' +
  'set a new password, everything that was saved in the account is removed: targets, history and a running plan. ' +
  'Parcels that were paid for are still sent. To keep what is saved, sign in where you still can and verify the ' +
  'address first.'

interface PasswordChange {
  to: string
  firstName: string
  changedAt: Date
  publicUrl: string
}

/** The mail that reports a new password. */
export function passwordChangedMail({ to, firstName, changedAt, publicUrl }: PasswordChange): MailContent {
  return mail({
    to,
    subject: 'Your password was changed',
    greeting: hello(firstName),
    preview: `The password of your account was changed on ${formatDate(changedAt)}. You were signed out everywhere; please sign in with the new one.`,
    parts: [
      'It was not you? Then ask for a link to set a new password, where you sign in, and write to us:',
      { button: 'Write to us', url: `${publicUrl}/support` },
    ],
  })
}

/** The mail with the receipt of a deleted account: what each part of the shop deleted, or kept, and why. */
export function receiptMail({ to, receipt, requestedAt, services }: DeletionReceipt): MailContent {
  const lines = services.map(({ section, counts, erasedAt }) => {
    const result = counts.length === 0 ? 'nothing was kept there' : counts.map(formatCount).join('; ')
    return `${exportTitles[section] ?? section} (${formatDate(new Date(erasedAt))}): ${result}.`
  })
  return mail({
    to,
    subject: 'Your account is deleted',
    preview: `Your account was deleted on ${formatDate(new Date(requestedAt))}, as you asked. Your receipt number is ${receipt}.`,
    parts: [
      'Account: name, email address and password were deleted at once.',
      ...lines,
      'Amounts and dates of orders stay in our books without names and addresses, because tax law asks for them. Parcels that were paid are still sent, and their addresses are deleted when they have left, after 90 days at the latest, or a week after a later day that you chose. Our payment provider Stripe keeps its own records of payments.',
      'This mail is the last: the address it went to is deleted now.',
    ],
  })
}

const outcomes: Record<ErasedCount['outcome'], string> = {
  deleted: 'deleted',
  anonymized: 'kept without name and address',
  kept: 'kept until sent',
}
const formatCount = ({ what, outcome, count }: ErasedCount) => `${what}: ${count} ${outcomes[outcome]}`
