import { createLimitStore, type Limit, type LimitStore, type Marks } from '@prankpost/service-kit'
import type { Connection } from 'mongoose'
import type { AuthConfig } from './config.ts'

/** The limits of auth, shared by its replicas. */
export interface Limits extends Pick<LimitStore, 'prepare'> {
  adminFailures: Limit
  adminFailuresInAll: Limit
  /** Attempts refused because of earlier failures that are written to the audit trail, by address. */
  auditedRefusals: Limit
  /** Addresses that gave the right admin password in the last day. */
  operators: Marks
  /** Browsers in which the operator logged in and gave the right password in the last 30 days. */
  operatorBrowsers: Marks
  loginFailures: Limit
  logins: Limit
  registrations: Limit
  registrationsOfEmail: Limit
  verificationMails: Limit
  passwordMails: Limit
  forgottenPasswords: Limit
  passwordResets: Limit
  exports: Limit
}

/** Creates the limits of auth in its own database. */
export function createLimits(connection: Connection, config: AuthConfig): Limits {
  const store = createLimitStore(connection)
  return {
    adminFailures: store.limit('admin', 5, 15),
    adminFailuresInAll: store.limit('admin-all', config.ADMIN_FAILURE_LIMIT, 15),
    auditedRefusals: store.limit('admin-refused', 1, 15),
    operators: store.marks('operator', 24 * 60),
    operatorBrowsers: store.marks('operator-browser', 30 * 24 * 60),
    loginFailures: store.limit('login', config.LOGIN_FAILURE_LIMIT, 15),
    logins: store.limit('login-all', config.LOGIN_LIMIT, 15),
    registrations: store.limit('register', config.REGISTRATION_LIMIT, 10),
    registrationsOfEmail: store.limit('register-email', config.REGISTRATION_EMAIL_LIMIT, 10),
    verificationMails: store.limit('verify-mail', config.MAIL_LIMIT, 60),
    passwordMails: store.limit('password-mail', config.MAIL_LIMIT, 60),
    forgottenPasswords: store.limit('forgot-password', config.FORGOT_PASSWORD_LIMIT, 60),
    passwordResets: store.limit('reset-password', config.RESET_PASSWORD_LIMIT, 60),
    exports: store.limit('data-export', config.DATA_EXPORT_LIMIT, 24 * 60),
    prepare: store.prepare,
  }
}
