import {
  type AccessChecks,
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

export interface AppOptions extends AccessChecks {
  log: Logger
  publicUrl: string
  servicePublicKeys: ServicePublicKeys
  /** The operator's routes to the messages that could not be taken in. */
  deadLetters: Route[]
  isReady: () => Promise<boolean>
}

/** The HTTP app of contact; it does not listen. */
export function createApp(
  deps: Deps,
  { log, publicUrl, isReady, servicePublicKeys, deadLetters, ...checks }: AppOptions,
): Express {
  return createHttpApp({
    log,
    publicUrl,
    isReady,
    mount(app) {
      mountRoutes(app, [...routes(deps), ...deadLetters], checks)
      mountInternal(app, 'contact', servicePublicKeys, internalRoutes(deps))
    },
  })
}
