import type { Handlers } from '@prankpost/messaging'
import type { Deps } from './deps.ts'
import { sendLinkMail } from './use-cases/send-link-mail.ts'
import { sendPasswordChangedMail } from './use-cases/send-password-changed-mail.ts'

/** The message map of notification. */
export const handlers = (deps: Deps): Handlers<'notification'> => ({
  'mail-link-requested': ({ id, data }) => sendLinkMail(id, data, deps),
  'password-changed': ({ id, data }) => sendPasswordChangedMail(id, data, deps),
})
