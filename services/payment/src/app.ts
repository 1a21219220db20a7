import { createHttpApp, mountInternal, mountRoutes } from '@prankpost/service-kit'
import express, { type Express } from 'express'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'

export interface AppOptions {
  sessionPublicKey: string
  serviceTokenSecret: string
  isReady: () => Promise<boolean>
}

/** The HTTP app of payment; it does not listen. */
export function createApp(
  deps: Deps,
  { sessionPublicKey, serviceTokenSecret, isReady }: AppOptions,
): Express {
  return createHttpApp({
    log: deps.log,
    publicUrl: deps.publicUrl,
    isReady,
    mount(app) {
      // A signature covers the bytes: the webhook's body must reach the use case as it came.
      app.use('/api/webhooks/stripe', express.raw({ type: () => true, limit: '1mb' }))
      mountRoutes(app, routes(deps), { sessionPublicKey })
      mountInternal(app, 'payment', serviceTokenSecret, internalRoutes(deps))
    },
  })
}
