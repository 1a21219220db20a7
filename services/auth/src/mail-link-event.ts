import type { MailLinkPurpose } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { emit } from './deps.ts'

/** Requests a mail with a link for a customer, as of now. */
export function linkRequested(purpose: MailLinkPurpose, userId: string): OutboxEntry {
  return emit('mail-link-requested', userId, { userId, purpose, requestedAt: new Date().toISOString() })
}
