import { type AdminCheck, createHttpApp, mountRoutes, type Route } from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { routes } from './routes.ts'

export interface AppOptions {
  publicUrl: string
  sessionPublicKey: string
  adminCheck: AdminCheck
  /** The operator's routes to the messages that could not be taken in. */
  deadLetters: Route[]
  isReady: () => Promise<boolean>
}

/** The HTTP app of order; it does not listen. */
export function createApp(deps: Deps, { publicUrl, isReady, deadLetters, ...checks }: AppOptions): Express {
  return createHttpApp({
    log: deps.log,
    publicUrl,
    isReady,
    mount: (app) => mountRoutes(app, [...routes(deps), ...deadLetters], checks),
  })
}
