import { createAuditTrail, createKeyedMutex, createSweep, defineService } from '@prankpost/service-kit'
import { configSchema } from './config.ts'
import { createCustomerExportModel, createExportPartModel } from './data-export.model.ts'
import type { Deps } from './deps.ts'
import { createEndedSessionModel } from './ended-session.model.ts'
import { handlers } from './events.ts'
import { createLimits } from './limits.ts'
import { createMailLinks } from './mail-links.ts'
import { createPasswords } from './passwords.ts'
import { internalRoutes, routes } from './routes.ts'
import { createSessionCheck } from './session-check.ts'
import { createSessions } from './session-cookie.ts'
import { sweepDeletions } from './use-cases/forget-address.ts'
import { requireAdminPassword } from './use-cases/log-in-admin.ts'
import { createUserModel } from './user.model.ts'

export const service = defineService({
  name: 'auth',
  config: configSchema,
  models: {
    users: createUserModel,
    endedSessions: createEndedSessionModel,
    dataExports: createCustomerExportModel,
    exportParts: createExportPartModel,
  },
  deps: async ({ models, config, outboxOf, connection, log }): Promise<Deps> => ({
    ...models,
    outbox: outboxOf(models.users),
    sessionOutbox: outboxOf(models.endedSessions),
    exportOutbox: outboxOf(models.dataExports),
    limits: createLimits(connection, config),
    links: createMailLinks({ privateKey: config.SESSION_PRIVATE_KEY, publicUrl: config.PUBLIC_URL }),
    passwords: await createPasswords({
      maxWaitingOfAddress: config.HASH_WAITING_LIMIT,
      maxWaitMs: config.HASH_QUEUE_MS,
    }),
    sessions: createSessions({
      privateKey: config.SESSION_PRIVATE_KEY,
      publicKey: config.SESSION_PUBLIC_KEY,
      publicUrl: config.PUBLIC_URL,
    }),
    accounts: createSessionCheck(models),
    adminPassword: config.ADMIN_PASSWORD,
    audit: createAuditTrail({ service: 'auth', connection, log }),
    serialize: createKeyedMutex(),
    log,
  }),
  routes,
  internalRoutes,
  events: handlers,
  access: (deps) => ({
    endedSessions: deps.accounts,
    adminCheck: (password = '', caller) =>
      requireAdminPassword(
        { password, ...caller, endpoint: 'GET /api/admin/audit/auth', requestId: '' },
        deps,
      ),
    audit: deps.audit,
  }),
  tasks: (deps, { log }) => [createSweep('deletions', 60 * 60_000, log, () => sweepDeletions(deps))],
  prepare: ({ limits }) => limits.prepare(),
})
