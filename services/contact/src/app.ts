import {
  type AccessChecks,
  createHttpApp,
  type Logger,
  mountInternal,
  mountRoutes,
} from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'

export interface AppOptions extends AccessChecks {
  log: Logger
  publicUrl: string
  serviceTokenSecret: string
  isReady: () => Promise<boolean>
}

/** The HTTP app of contact; it does not listen. */
export function createApp(
  deps: Deps,
  { log, publicUrl, isReady, serviceTokenSecret, ...checks }: AppOptions,
): Express {
  return createHttpApp({
    log,
    publicUrl,
    isReady,
    mount(app) {
      mountRoutes(app, routes(deps), checks)
      mountInternal(app, 'contact', serviceTokenSecret, internalRoutes(deps))
    },
  })
}
