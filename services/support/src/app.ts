import {
  type AccessChecks,
  createHttpApp,
  type Logger,
  mountRoutes,
  type Route,
} from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { routes } from './routes.ts'

export interface AppOptions extends AccessChecks {
  log: Logger
  publicUrl: string
  /** The operator's routes to the messages that could not be taken in. */
  deadLetters: Route[]
  isReady: () => Promise<boolean>
}

/** The HTTP app of support; it does not listen. */
export function createApp(
  deps: Deps,
  { log, publicUrl, isReady, deadLetters, ...checks }: AppOptions,
): Express {
  return createHttpApp({
    log,
    publicUrl,
    isReady,
    mount: (app) => mountRoutes(app, [...routes(deps), ...deadLetters], checks),
  })
}
