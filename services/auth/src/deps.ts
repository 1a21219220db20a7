import { createEmitter, type Outbox } from '@prankpost/messaging'
import type {
  AuditTrail,
  InternalClient,
  KeyedMutex,
  Logger,
  SingleFlight,
  TextVersions,
} from '@prankpost/service-kit'
import type { CustomerExport, CustomerExportModel, ExportPartModel } from './data-export.model.ts'
import type { EndedSession, EndedSessionModel } from './ended-session.model.ts'
import type { Limits } from './limits.ts'
import type { LinkTokens } from './link-tokens.ts'
import type { MailLinks } from './mail-links.ts'
import type { Operator, OperatorModel } from './operator.model.ts'
import type { OperatorInvitations } from './operator-invitations.ts'
import type { OperatorSessionModel } from './operator-session.model.ts'
import type { OperatorSessions } from './operator-sessions.ts'
import type { Passwords } from './passwords.ts'
import type { AccountCheck } from './session-check.ts'
import type { Sessions } from './session-cookie.ts'
import type { Totps } from './totp.ts'
import type { AdminAnswer } from './use-cases/check-admin-password.ts'
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
  operators: OperatorModel
  operatorOutbox: Outbox<Operator>
  operatorSessions: OperatorSessionModel
  operatorAccess: OperatorSessions
  totps: Totps
  invitations: OperatorInvitations
  limits: Limits
  tokens: LinkTokens
  links: MailLinks
  passwords: Passwords
  sessions: Sessions
  accounts: AccountCheck
  /** The shared admin password; null when it is switched off. */
  adminPassword: string | null
  /** Log-ins of operators, and wrong admin passwords. */
  audit: AuditTrail
  /** Checks one admin password at a time per address. */
  serialize: KeyedMutex
  /** Concurrent checks of the same admin password by one caller are one. */
  shareCheck: SingleFlight<AdminAnswer>
  /** The versions of terms and privacy policy that customers agree to. */
  texts: TextVersions
  /** Asked for the versions of texts: an event about them may be lost. */
  catalog: InternalClient
  /** The services that have records about customers. */
  order: InternalClient
  subscription: InternalClient
  support: InternalClient
  notification: InternalClient
  /** The current time by the clock of the database. */
  now: () => Date
  log: Logger
}
