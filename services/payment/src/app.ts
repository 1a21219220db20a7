import {
  type AccessChecks,
  createHttpApp,
  mountInternal,
  mountRoutes,
  type Route,
  type ServicePublicKeys,
} from '@prankpost/service-kit'
import express, { type Express } from 'express'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'

export interface AppOptions extends AccessChecks {
  servicePublicKeys: ServicePublicKeys
  /** The operator's routes to the messages that could not be taken in. */
  deadLetters: Route[]
  isReady: () => Promise<boolean>
}

/** The HTTP app of payment; it does not listen. */
export function createApp(
  deps: Deps,
  { servicePublicKeys, isReady, deadLetters, ...checks }: AppOptions,
): Express {
  return createHttpApp({
    log: deps.log,
    publicUrl: deps.publicUrl,
    isReady,
    mount(app) {
      // A signature covers the bytes: the webhook's body must reach the use case as it came.
      app.use('/api/webhooks/stripe', express.raw({ type: () => true, limit: '1mb' }))
      mountRoutes(app, [...routes(deps), ...deadLetters], checks)
      mountInternal(app, 'payment', servicePublicKeys, internalRoutes(deps))
    },
  })
}
