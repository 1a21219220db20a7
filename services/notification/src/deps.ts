import type { InternalClient, Logger } from '@prankpost/service-kit'
import type { MailModel } from './mail.model.ts'
import type { Mailer } from './mailer.ts'

/** The dependencies of the use cases of notification. */
export interface Deps {
  mails: MailModel
  mailer: Mailer
  auth: InternalClient
  order: InternalClient
  support: InternalClient
  fulfilment: InternalClient
  catalog: InternalClient
  consent: InternalClient
  /** Where mails to the operator go; null for none. */
  operatorEmail: string | null
  /** The hour (UTC) of the digest; null for none. */
  digestHour: number | null
  /** The public address of the store, for links in mails. */
  publicUrl: string
  log: Logger
}
