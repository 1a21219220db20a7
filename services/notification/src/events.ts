import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { sendLinkMail } from './use-cases/send-link-mail.ts'
import { sendPasswordChangedMail } from './use-cases/send-password-changed-mail.ts'
import { sendReceiptMail } from './use-cases/send-receipt-mail.ts'

/** The message map of notification. */
export const handlers = (deps: Deps): OwnHandlers<'notification'> => ({
  'mail-link-requested': ({ id, data }) => sendLinkMail(id, data, deps),
  'customer-erased': ({ id, data }) => sendReceiptMail(id, data, deps),
  'password-changed': ({ id, data }) => sendPasswordChangedMail(id, data, deps),
})
