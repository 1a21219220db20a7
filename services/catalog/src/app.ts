import {
  createHttpApp,
  type Logger,
  mountInternal,
  mountRoutes,
  type ServicePublicKeys,
} from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'

export interface AppOptions {
  log: Logger
  publicUrl: string
  sessionPublicKey: string
  servicePublicKeys: ServicePublicKeys
  isReady: () => Promise<boolean>
}

/** The HTTP app of catalog; it does not listen. */
export function createApp(deps: Pick<Deps, 'pranks'>, options: AppOptions): Express {
  const { log, publicUrl, isReady, sessionPublicKey, servicePublicKeys } = options
  return createHttpApp({
    log,
    publicUrl,
    isReady,
    mount(app) {
      mountRoutes(app, routes(deps), { sessionPublicKey })
      mountInternal(app, 'catalog', servicePublicKeys, internalRoutes(deps))
    },
  })
}
