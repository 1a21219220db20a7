import { createLimitStore, type Limit, type LimitStore, type Marks } from '@prankpost/service-kit'
import type { Connection } from 'mongoose'

/** How often what may happen; the windows are the design's. */
export interface LimitSettings {
  /** In 15 minutes, over all addresses. */
  adminFailures: number
  /** In 15 minutes, per account and per address. */
  loginFailures: number
  /** In 10 minutes per address. */
  registrations: number
  /** In 10 minutes with one e-mail address. */
  registrationsOfEmail: number
  /** In an hour to one account, for each purpose. */
  mails: number
  /** In an hour per address. */
  forgottenPasswords: number
  /** In an hour per address. */
  passwordResets: number
  /** In a day per customer. */
  exports: number
}

/** What auth counts, shared by its replicas. */
export interface Limits extends Pick<LimitStore, 'prepare' | 'sweep'> {
  adminFailures: Limit
  adminFailuresInAll: Limit
  /** Tries refused for earlier failures that are written down, by address. */
  auditedRefusals: Limit
  /** Addresses that gave the right admin password in the last day. */
  operators: Marks
  loginFailures: Limit
  registrations: Limit
  registrationsOfEmail: Limit
  verificationMails: Limit
  passwordMails: Limit
  forgottenPasswords: Limit
  passwordResets: Limit
  exports: Limit
}

/** The limits of auth in its own database. */
export function createLimits(connection: Connection, settings: LimitSettings): Limits {
  const store = createLimitStore(connection)
  return {
    adminFailures: store.limit('admin', 5, 15),
    adminFailuresInAll: store.limit('admin-all', settings.adminFailures, 15),
    auditedRefusals: store.limit('admin-refused', 1, 15),
    operators: store.marks('operator', 24 * 60),
    loginFailures: store.limit('login', settings.loginFailures, 15),
    registrations: store.limit('register', settings.registrations, 10),
    registrationsOfEmail: store.limit('register-email', settings.registrationsOfEmail, 10),
    verificationMails: store.limit('verify-mail', settings.mails, 60),
    passwordMails: store.limit('password-mail', settings.mails, 60),
    forgottenPasswords: store.limit('forgot-password', settings.forgottenPasswords, 60),
    passwordResets: store.limit('reset-password', settings.passwordResets, 60),
    exports: store.limit('data-export', settings.exports, 24 * 60),
    prepare: store.prepare,
    sweep: store.sweep,
  }
}
