import { createEmitter, type Outbox } from '@prankpost/messaging'
import type { AuditTrail, KeyedMutex, Logger } from '@prankpost/service-kit'
import type { CustomerExport, CustomerExportModel, ExportPartModel } from './data-export.model.ts'
import type { EndedSession, EndedSessionModel } from './ended-session.model.ts'
import type { Limits } from './limits.ts'
import type { MailLinks } from './mail-links.ts'
import type { Passwords } from './passwords.ts'
import type { AccountCheck } from './session-check.ts'
import type { Sessions } from './session-cookie.ts'
import type { User, UserModel } from './user.model.ts'

/** Creates events that auth owns. */
export const emit = createEmitter('auth')

/** The dependencies of the use cases of auth. */
export interface Deps {
  users: UserModel
  outbox: Outbox<User>
  endedSessions: EndedSessionModel
  sessionOutbox: Outbox<EndedSession>
  dataExports: CustomerExportModel
  exportOutbox: Outbox<CustomerExport>
  exportParts: ExportPartModel
  limits: Limits
  links: MailLinks
  passwords: Passwords
  sessions: Sessions
  accounts: AccountCheck
  adminPassword: string
  /** The operator's log-ins, and wrong admin passwords. */
  audit: AuditTrail
  /** Checks one admin password at a time per address. */
  serialize: KeyedMutex
  log: Logger
}
