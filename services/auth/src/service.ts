import {
  createAuditTrail,
  createKeyedMutex,
  createSingleFlight,
  createSweep,
  createTextVersions,
  defineService,
  shopRefreshEveryMs,
} from '@prankpost/service-kit'
import { type AuthConfig, configSchema } from './config.ts'
import { createCustomerExportModel, createExportPartModel } from './data-export.model.ts'
import type { Deps } from './deps.ts'
import { createEndedSessionModel } from './ended-session.model.ts'
import { handlers } from './events.ts'
import { createLimits } from './limits.ts'
import { createLinkTokens } from './link-tokens.ts'
import { createMailLinks } from './mail-links.ts'
import { createOperatorModel } from './operator.model.ts'
import { createOperatorInvitations } from './operator-invitations.ts'
import { createOperatorSessionModel } from './operator-session.model.ts'
import { createOperatorSessions } from './operator-sessions.ts'
import { createPasswords } from './passwords.ts'
import { internalRoutes, routes } from './routes.ts'
import { createSessionCheck } from './session-check.ts'
import { createSessions } from './session-cookie.ts'
import { createTotps } from './totp.ts'
import { checkOperator } from './use-cases/check-operator.ts'
import { sweepDeletions } from './use-cases/forget-address.ts'
import { listEarlierAccounts } from './use-cases/list-earlier-accounts.ts'
import { createUserModel } from './user.model.ts'

export const service = defineService({
  name: 'auth',
  config: configSchema,
  models: {
    users: createUserModel,
    endedSessions: createEndedSessionModel,
    dataExports: createCustomerExportModel,
    exportParts: createExportPartModel,
    operators: createOperatorModel,
    operatorSessions: createOperatorSessionModel,
  },
  deps: async ({ models, config, outboxOf, clientOf, connection, log, now }): Promise<Deps> => ({
    ...models,
    outbox: outboxOf(models.users),
    sessionOutbox: outboxOf(models.endedSessions),
    exportOutbox: outboxOf(models.dataExports),
    operatorOutbox: outboxOf(models.operators),
    operatorAccess: createOperatorSessions({ ...models, now }),
    totps: createTotps(config.SESSION_PRIVATE_KEY),
    ...createLinks(config),
    limits: createLimits(connection, config),
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
    adminPassword: config.ADMIN_SHARED_PASSWORD === 'off' ? null : (config.ADMIN_PASSWORD ?? null),
    audit: createAuditTrail({ service: 'auth', connection, log }),
    serialize: createKeyedMutex(),
    shareCheck: createSingleFlight(),
    texts: createTextVersions(connection),
    catalog: clientOf('catalog'),
    order: clientOf('order'),
    subscription: clientOf('subscription'),
    support: clientOf('support'),
    notification: clientOf('notification'),
    now,
    log,
  }),
  routes,
  internalRoutes,
  events: handlers,
  access: (deps) => ({
    endedSessions: deps.accounts,
    operatorCheck: (credentials) => checkOperator(credentials, deps),
    audit: deps.audit,
  }),
  tasks: (deps, { log }) => [
    createSweep('versions of texts', shopRefreshEveryMs, log, () => deps.texts.refresh(deps.catalog)),
    createSweep('deletions', 60 * 60_000, log, () => sweepDeletions(deps)),
    createSweep('earlier accounts', 60 * 60_000, log, () => listEarlierAccounts(deps)),
  ],
  async prepare(deps) {
    await deps.limits.prepare()
    while (await listEarlierAccounts(deps)) {
      // There are more.
    }
  },
})

function createLinks({ SESSION_PRIVATE_KEY, PUBLIC_URL }: AuthConfig) {
  const tokens = createLinkTokens(SESSION_PRIVATE_KEY)
  return {
    tokens,
    links: createMailLinks(tokens, PUBLIC_URL),
    invitations: createOperatorInvitations(tokens, PUBLIC_URL),
  }
}
