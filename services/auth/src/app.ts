import { createHttpApp, type Logger, mountInternal, mountRoutes } from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'
import { createSessions } from './session-cookie.ts'

export interface AppOptions {
  log: Logger
  publicUrl: string
  sessionPublicKey: string
  sessionPrivateKey: string
  serviceTokenSecret: string
  isReady: () => Promise<boolean>
}

/** The HTTP app of auth; it does not listen. */
export function createApp(deps: Deps, options: AppOptions): Express {
  const { log, publicUrl, isReady, sessionPublicKey, sessionPrivateKey, serviceTokenSecret } = options
  const sessions = createSessions({ privateKey: sessionPrivateKey, publicUrl })
  return createHttpApp({
    log,
    publicUrl,
    isReady,
    mount(app) {
      mountRoutes(app, routes(deps, sessions), { sessionPublicKey })
      mountInternal(app, 'auth', serviceTokenSecret, internalRoutes(deps))
    },
  })
}
