import {
  type AccessChecks,
  createHttpApp,
  mountInternal,
  mountRoutes,
  type Route,
  type ServicePublicKeys,
} from '@prankpost/service-kit'
import type { Express } from 'express'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'

export interface AppOptions extends AccessChecks {
  publicUrl: string
  servicePublicKeys: ServicePublicKeys
  /** The operator's routes to the messages that could not be taken in. */
  deadLetters: Route[]
  isReady: () => Promise<boolean>
}

/** The HTTP app of fulfilment; it does not listen. */
export function createApp(
  deps: Deps,
  { publicUrl, isReady, servicePublicKeys, deadLetters, ...checks }: AppOptions,
): Express {
  return createHttpApp({
    log: deps.log,
    publicUrl,
    isReady,
    mount(app) {
      mountRoutes(app, [...routes(deps), ...deadLetters], checks)
      mountInternal(app, 'fulfilment', servicePublicKeys, internalRoutes(deps))
    },
  })
}
