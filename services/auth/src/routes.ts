import {
  adminPasswordRequest,
  type CustomerDataService,
  customerDataServices,
  exportPart,
  exportPartMaxBytes,
  mailLinkRequest,
  mailsOffRequest,
  operatorInvitationRequest,
  operatorSessionRequest,
  serviceNames,
} from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { customerRoutes } from './customer-routes.ts'
import type { Deps } from './deps.ts'
import { operatorRoutes } from './operator-routes.ts'
import { changeMailPreferences } from './use-cases/change-mail-preferences.ts'
import { changePassword } from './use-cases/change-password.ts'
import { checkAdminPassword } from './use-cases/check-admin-password.ts'
import { deleteAccount } from './use-cases/delete-account.ts'
import { endSession } from './use-cases/end-session.ts'
import { forgetAddress } from './use-cases/forget-address.ts'
import { forgetPassword } from './use-cases/forget-password.ts'
import { keepExportPart } from './use-cases/keep-export-part.ts'
import { listAgreements } from './use-cases/list-agreements.ts'
import { logIn } from './use-cases/log-in.ts'
import { logInAdmin } from './use-cases/log-in-admin.ts'
import { makeMailLink } from './use-cases/make-mail-link.ts'
import { readAccount } from './use-cases/read-account.ts'
import { readDataExport } from './use-cases/read-data-export.ts'
import { readDataSubject } from './use-cases/read-data-subject.ts'
import { readDeletionReceipt } from './use-cases/read-deletion-receipt.ts'
import { readEmailVerification } from './use-cases/read-email-verification.ts'
import { readMailPreferences } from './use-cases/read-mail-preferences.ts'
import { readMailsOff } from './use-cases/read-mails-off.ts'
import { readOperatorInvitation } from './use-cases/read-operator-invitation.ts'
import { registerUser } from './use-cases/register-user.ts'
import { requestDataExport } from './use-cases/request-data-export.ts'
import { resetPassword } from './use-cases/reset-password.ts'
import { sendExportFile } from './use-cases/send-export-file.ts'
import { sendVerificationMail } from './use-cases/send-verification-mail.ts'
import { verifyEmail } from './use-cases/verify-email.ts'
import { type Account, toDto } from './user.model.ts'

/** The HTTP map of auth; the contract defines schemas and access. */
export function routes(deps: Deps): Route[] {
  const { sessions, accounts } = deps
  // The new session replaces the one of the request, so no session id is kept across a sign-in.
  const signIn = async (account: Account, req: Request, res: Response) => {
    await endSession(sessions.of(req), deps)
    sessions.start(account, res)
    return toDto(account)
  }

  return [
    on('GET /api/auth/user', ({ req }) => toDto(accounts.accountOf(req))),
    on('POST /api/auth/register', async ({ body, req, res }) =>
      signIn(await registerUser({ input: body, address: addressOf(req) }, deps), req, res),
    ),
    on('POST /api/auth/login', async ({ body, req, res }) =>
      signIn(await logIn({ ...body, address: addressOf(req) }, deps), req, res),
    ),
    on('POST /api/auth/logout', async ({ req, res }) => {
      // Cleared first: when the database is unavailable the answer is a 503, but this browser is signed out.
      sessions.clear(res)
      await endSession(sessions.of(req), deps)
      return { message: 'You are signed out.' }
    }),
    on('GET /api/auth/email-verification', ({ user }) => readEmailVerification(user, deps)),
    on('POST /api/auth/email-verification', ({ user }) => sendVerificationMail(user, deps)),
    on('POST /api/auth/verify-email', ({ body, user }) => verifyEmail({ ...body, ownerId: user.id }, deps)),
    on('POST /api/auth/forgot-password', ({ body, req }) =>
      forgetPassword({ ...body, address: addressOf(req) }, deps),
    ),
    on('POST /api/auth/reset-password', ({ body, req }) =>
      resetPassword({ ...body, address: addressOf(req) }, deps),
    ),
    on('POST /api/auth/password', async ({ body, user, req, res }) => {
      const account = await changePassword({ ...body, ownerId: user.id, address: addressOf(req) }, deps)
      // The password change voids all sessions, including this one; a new session keeps the customer signed in.
      sessions.start(account, res)
      return { message: 'Your new password is set. Other devices are signed out.' }
    }),
    on('GET /api/auth/data-export', ({ user }) => readDataExport(user, deps)),
    on('POST /api/auth/data-export', ({ user }) => requestDataExport(user, deps)),
    on('GET /api/auth/data-export/file', ({ user, res }) => sendExportFile(user, res, deps)),
    on('POST /api/auth/account-deletion', async ({ body: { password }, user, req, res }) => {
      const deleted = await deleteAccount({ ownerId: user.id, password, address: addressOf(req) }, deps)
      sessions.clear(res)
      return deleted
    }),
    on('GET /api/account/mail-preferences', ({ user }) => readMailPreferences(user, deps)),
    on('PUT /api/account/mail-preferences', ({ body, user }) =>
      changeMailPreferences({ ...body, ownerId: user.id }, deps),
    ),
    on('GET /api/account/agreements', ({ user }) => listAgreements(user, deps)),
    // The home page opens the sign-in dialog there.
    on('GET /api/login', async ({ res }) => res.redirect(302, '/?signin=1')),
    on('POST /api/admin/login', async ({ body, req, res }) => {
      const attempt = { ...body, address: addressOf(req), browser: sessions.operatorBrowserOf(req) }
      const { message, browser } = await logInAdmin({ ...attempt, requestId: String(req.id) }, deps)
      sessions.setOperatorBrowser(browser, res)
      return { message }
    }),
    ...operatorRoutes(deps),
    ...customerRoutes(deps),
  ]
}

/** The internal endpoints of auth. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal(
    'post',
    '/internal/operator-sessions',
    serviceNames,
    operatorSessionRequest,
    async ({ token }) => ({
      operator: await deps.operatorAccess.operatorOf(token),
    }),
  ),
  onInternal('post', '/internal/operator-invitations', ['notification'], operatorInvitationRequest, (body) =>
    readOperatorInvitation(body, deps),
  ),
  onInternal('post', '/internal/admin-password', serviceNames, adminPasswordRequest, (body) =>
    checkAdminPassword({ ...body, endpoint: 'POST /internal/admin-password', requestId: '' }, deps),
  ),
  onInternal('post', '/internal/mail-links', ['notification'], mailLinkRequest, (body) =>
    makeMailLink(body, deps),
  ),
  onInternal(
    'get',
    '/internal/users/:id',
    ['order', 'notification', 'consent'],
    z.object({}),
    (_query, { id = '' }) => readAccount({ id }, deps),
  ),
  onInternal('post', '/internal/mails-off', ['notification'], mailsOffRequest, (body) =>
    readMailsOff(body, deps),
  ),
  onInternal(
    'post',
    '/internal/export-parts',
    customerDataServices,
    exportPart,
    (body, _params, caller) => keepExportPart({ ...body, service: caller as CustomerDataService }, deps),
    exportPartMaxBytes,
  ),
  onInternal(
    'get',
    '/internal/data-subjects/:id',
    ['order', 'support'],
    z.object({}),
    (_query, { id = '' }) => readDataSubject({ id }, deps),
  ),
  onInternal(
    'get',
    '/internal/deletion-receipts/:ownerId',
    ['notification'],
    z.object({}),
    (_query, { ownerId = '' }) => readDeletionReceipt({ ownerId }, deps),
  ),
  onInternal(
    'post',
    '/internal/deletion-receipts/:ownerId/sent',
    ['notification'],
    z.object({}),
    (_body, { ownerId = '' }) => forgetAddress({ ownerId }, deps),
  ),
]

const addressOf = (req: Request) => req.ip ?? 'unknown'
