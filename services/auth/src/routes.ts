import { adminPasswordRequest } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import type { Request } from 'express'
import type { Deps } from './deps.ts'
import type { Sessions } from './session-cookie.ts'
import { checkAdminPassword } from './use-cases/check-admin-password.ts'
import { logIn } from './use-cases/log-in.ts'
import { logInAdmin } from './use-cases/log-in-admin.ts'
import { readUser } from './use-cases/read-user.ts'
import { registerUser } from './use-cases/register-user.ts'

/** The HTTP map of auth; schemas and access are the contract's. */
export const routes = (deps: Deps, sessions: Sessions): Route[] => [
  on('GET /api/auth/user', ({ user }) => readUser(user, deps)),
  on('POST /api/auth/register', async ({ body, req, res }) => {
    const user = await registerUser({ input: body, address: addressOf(req) }, deps)
    sessions.start(user, res)
    return user
  }),
  on('POST /api/auth/login', async ({ body, req, res }) => {
    const user = await logIn({ ...body, address: addressOf(req) }, deps)
    sessions.start(user, res)
    return user
  }),
  on('POST /api/auth/logout', ({ res }) => {
    sessions.end(res)
    return { message: 'You are signed out.' }
  }),
  // The home page opens the sign-in dialog there.
  on('GET /api/login', async ({ res }) => res.redirect(302, '/?signin=1')),
  on('POST /api/admin/login', ({ body, req }) =>
    logInAdmin({ password: body.password, address: addressOf(req) }, deps),
  ),
]

/** What other services may ask of auth. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('post', '/internal/admin-password', adminPasswordRequest, (body) =>
    checkAdminPassword(body, deps),
  ),
]

const addressOf = (req: Request) => req.ip ?? 'unknown'
