import { createShopCopy, createSweep, defineService, shopRefreshEveryMs } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { personalData } from './customer-data.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createMailModel } from './mail.model.ts'
import { createMailer } from './mailer.ts'
import { internalRoutes } from './routes.ts'
import { sendDigest } from './use-cases/send-digest.ts'

const digestSweepEveryMs = 60_000

export const service = defineService({
  name: 'notification',
  config: configSchema,
  models: { mails: createMailModel },
  deps: ({ connection, models: { mails }, config, clientOf, log }): Deps => ({
    mails,
    mailer: createMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }),
    auth: clientOf('auth'),
    order: clientOf('order'),
    support: clientOf('support'),
    fulfilment: clientOf('fulfilment'),
    catalog: clientOf('catalog'),
    consent: clientOf('consent'),
    shop: createShopCopy(connection),
    operatorEmail: config.OPERATOR_EMAIL || null,
    digestHour: config.DIGEST_AT === 'off' ? null : config.DIGEST_AT,
    publicUrl: config.PUBLIC_URL,
    log,
  }),
  internalRoutes,
  events: handlers,
  customerData: personalData,
  tasks: (deps, { log }) => [
    deps.mailer,
    createSweep('settings of the shop', shopRefreshEveryMs, log, () => deps.shop.refresh(deps.catalog)),
    createSweep('digest', digestSweepEveryMs, log, () => sendDigest(deps)),
  ],
})
