import type { MailLinkPurpose } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { emit } from './deps.ts'

/** Says that a customer is to get a mail with a link, asked for just now. */
export function linkRequested(purpose: MailLinkPurpose, userId: string): OutboxEntry {
  return emit('mail-link-requested', userId, { userId, purpose, requestedAt: new Date().toISOString() })
}
