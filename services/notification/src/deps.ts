import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { MailModel } from './mail.model.ts'
import type { Mailer } from './mailer.ts'

/** What the use cases of notification work with. */
export interface Deps {
  mails: MailModel
  mailer: Mailer
  auth: InternalClient
  /** Where customers reach the store, for mails that lead there. */
  publicUrl: string
  log: Logger
}
