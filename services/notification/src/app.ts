import {
  type AccessChecks,
  createHttpApp,
  type Logger,
  mountRoutes,
  type Route,
} from '@prankpost/service-kit'
import type { Express } from 'express'

export interface AppOptions extends AccessChecks {
  log: Logger
  publicUrl: string
  /** The operator's routes to the messages that could not be taken in; there are no others. */
  deadLetters: Route[]
  isReady: () => Promise<boolean>
}

/** The HTTP app of notification; it does not listen. */
export function createApp({ log, publicUrl, isReady, deadLetters, ...checks }: AppOptions): Express {
  return createHttpApp({ log, publicUrl, isReady, mount: (app) => mountRoutes(app, deadLetters, checks) })
}
