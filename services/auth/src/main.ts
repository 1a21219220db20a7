import { createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAuditTrail,
  createSweep,
  createTurns,
  deadLetterRoutes,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createCustomerExportModel, createExportPartModel, sweepExports } from './data-export.model.ts'
import type { Deps } from './deps.ts'
import { createEndedSessionModel, sweepEndedSessions } from './ended-session.model.ts'
import { handlers } from './events.ts'
import { createLimits } from './limits.ts'
import { createMailLinks } from './mail-links.ts'
import { createPasswords } from './passwords.ts'
import { sweepDeletions } from './use-cases/forget-address.ts'
import { createUserModel } from './user.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('auth', config)
const { connection, broker, log, isReady } = base
const outbox = { service: 'auth', broker, log, queuePrefix: config.QUEUE_PREFIX } as const

const users = createUserModel(connection)
const endedSessions = createEndedSessionModel(connection)
const dataExports = createCustomerExportModel(connection)
const exportParts = createExportPartModel(connection)
const userRelay = createRelay({ ...outbox, model: users })
const sessionRelay = createRelay({ ...outbox, model: endedSessions })
const exportRelay = createRelay({ ...outbox, model: dataExports })
const limits = createLimits(connection, {
  adminFailures: config.ADMIN_FAILURE_LIMIT,
  loginFailures: config.LOGIN_FAILURE_LIMIT,
  registrations: config.REGISTRATION_LIMIT,
  registrationsOfEmail: config.REGISTRATION_EMAIL_LIMIT,
  mails: config.MAIL_LIMIT,
  forgottenPasswords: config.FORGOT_PASSWORD_LIMIT,
  passwordResets: config.RESET_PASSWORD_LIMIT,
  exports: config.DATA_EXPORT_LIMIT,
})
const audit = createAuditTrail({ service: 'auth', connection, log })
const deps: Deps = {
  users,
  outbox: createOutbox(users, userRelay.nudge),
  endedSessions,
  sessionOutbox: createOutbox(endedSessions, sessionRelay.nudge),
  dataExports,
  exportOutbox: createOutbox(dataExports, exportRelay.nudge),
  exportParts,
  limits,
  links: createMailLinks({ privateKey: config.SESSION_PRIVATE_KEY, publicUrl: config.PUBLIC_URL }),
  passwords: await createPasswords(),
  adminPassword: config.ADMIN_PASSWORD,
  audit,
  inTurn: createTurns(),
  log,
}
const app = createApp(deps, {
  log,
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  sessionPrivateKey: config.SESSION_PRIVATE_KEY,
  servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
  deadLetters: deadLetterRoutes({ service: 'auth', broker, queuePrefix: config.QUEUE_PREFIX, log }),
  isReady,
})

const sweeps = [
  createSweep('limits', 10 * 60_000, log, limits.sweep),
  createSweep('ended sessions', 10 * 60_000, log, () => sweepEndedSessions(endedSessions)),
  createSweep('data exports', 60 * 60_000, log, () => sweepExports(dataExports, exportParts)),
  createSweep('deletions', 60 * 60_000, log, () => sweepDeletions(deps)),
]
await runService({
  service: 'auth',
  base,
  config,
  app,
  handlers: handlers(deps),
  tasks: [userRelay, sessionRelay, exportRelay, ...sweeps, audit],
  prepare: limits.prepare,
})
