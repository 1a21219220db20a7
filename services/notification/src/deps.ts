import type { InternalClient, Logger, ShopCopy } from '@prankpost/service-kit'
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
  /** A copy of the shop's settings. */
  shop: ShopCopy
  /** Where mails to the operator go while the settings have no address; null for none. */
  operatorEmail: string | null
  /** The hour (UTC) of the digest; null for none. */
  digestHour: number | null
  /** The public address of the store, for links in mails. */
  publicUrl: string
  log: Logger
}
