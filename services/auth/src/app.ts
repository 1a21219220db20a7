import {
  createHttpApp,
  type Logger,
  mountInternal,
  mountRoutes,
  type Route,
  type ServicePublicKeys,
} from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'
import { createSessionCheck } from './session-check.ts'
import { createSessions } from './session-cookie.ts'
import { requireAdminPassword } from './use-cases/log-in-admin.ts'

export interface AppOptions {
  log: Logger
  publicUrl: string
  sessionPublicKey: string
  sessionPrivateKey: string
  servicePublicKeys: ServicePublicKeys
  /** The operator's routes to the messages that could not be taken in. */
  deadLetters: Route[]
  isReady: () => Promise<boolean>
}

/** The HTTP app of auth; it does not listen. */
export function createApp(deps: Deps, options: AppOptions): Express {
  const { log, publicUrl, isReady, sessionPublicKey, sessionPrivateKey, servicePublicKeys, deadLetters } =
    options
  const sessions = createSessions({
    privateKey: sessionPrivateKey,
    publicKey: sessionPublicKey,
    publicUrl,
  })
  const accounts = createSessionCheck(deps)
  return createHttpApp({
    log,
    publicUrl,
    isReady,
    mount(app) {
      mountRoutes(app, [...routes(deps, sessions, accounts), ...deadLetters], {
        sessionPublicKey,
        endedSessions: accounts,
        adminCheck: (password = '', address) =>
          requireAdminPassword(
            { password, address, endpoint: 'GET /api/admin/audit/auth', requestId: '' },
            deps,
          ),
        audit: deps.audit,
      })
      mountInternal(app, 'auth', servicePublicKeys, internalRoutes(deps))
    },
  })
}
