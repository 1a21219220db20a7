import { createHttpApp, mountRoutes } from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { routes } from './routes.ts'

export interface AppOptions {
  publicUrl: string
  sessionPublicKey: string
  isReady: () => Promise<boolean>
}

/** The HTTP app of achievement; it does not listen. */
export function createApp(deps: Deps, { publicUrl, isReady, sessionPublicKey }: AppOptions): Express {
  return createHttpApp({
    log: deps.log,
    publicUrl,
    isReady,
    mount: (app) => mountRoutes(app, routes(deps), { sessionPublicKey }),
  })
}
