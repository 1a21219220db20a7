import { createSweep, defineService } from '@prankpost/service-kit'
import { noAddressCheck } from './address-check.ts'
import { configSchema } from './config.ts'
import { createContactModel } from './contact.model.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { internalRoutes, routes } from './routes.ts'
import { createTargetDigest } from './target-digest.ts'
import { sweepRemoved } from './use-cases/sweep-removed.ts'
import { createUspsCheck } from './usps.ts'

export const service = defineService({
  name: 'contact',
  config: configSchema,
  models: { contacts: createContactModel },
  deps: ({ models: { contacts }, outboxOf, clientOf, config, log }): Deps => ({
    contacts,
    consent: clientOf('consent'),
    outbox: outboxOf(contacts),
    targetDigest: createTargetDigest(config.SERVICE_PRIVATE_KEY),
    addressCheck: config.USPS_CLIENT_ID
      ? createUspsCheck({
          url: config.USPS_URL,
          clientId: config.USPS_CLIENT_ID,
          clientSecret: config.USPS_CLIENT_SECRET,
          log,
        })
      : noAddressCheck,
  }),
  routes,
  internalRoutes,
  events: () => ({}),
  customerData: personalData,
  tasks: (deps, { log }) => [createSweep('removed contacts', 60_000, log, () => sweepRemoved(deps))],
})
