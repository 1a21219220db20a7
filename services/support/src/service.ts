import { messageLinkDays } from '@prankpost/contracts'
import { createLimitStore, createSignedLinks, defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { createMessageModel } from './message.model.ts'
import { internalRoutes, routes } from './routes.ts'
import { createTemplateModel } from './template.model.ts'

export const service = defineService({
  name: 'support',
  config: configSchema,
  models: { messages: createMessageModel, templates: createTemplateModel },
  deps({ models: { messages, templates }, connection, outboxOf, config, now }): Deps {
    const limits = createLimitStore(connection)
    return {
      messages,
      templates,
      outbox: outboxOf(messages),
      limits,
      submissions: limits.limit('contact-submit', config.CONTACT_FORM_LIMIT, 10),
      submissionsOfEmail: limits.limit('contact-submit-email', config.CONTACT_FORM_EMAIL_LIMIT, 10),
      links: createSignedLinks({
        purpose: 'message-link',
        service: 'support',
        page: `${config.PUBLIC_URL}/messages`,
        days: messageLinkDays,
        privateKey: config.SERVICE_PRIVATE_KEY,
        publicKeys: config.SERVICE_PUBLIC_KEYS,
      }),
      now,
    }
  },
  routes,
  internalRoutes,
  events: () => ({}),
  customerData: personalData,
  prepare: ({ limits }) => limits.prepare(),
})
