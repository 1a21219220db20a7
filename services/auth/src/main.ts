import { createOutbox, createRelay } from '@prankpost/messaging'
import {
  connectService,
  createAuditTrail,
  createSweep,
  createTurns,
  loadConfig,
  runService,
} from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createEndedSessionModel, sweepEndedSessions } from './ended-session.model.ts'
import { createLimits } from './limits.ts'
import { createMailLinks } from './mail-links.ts'
import { createPasswords } from './passwords.ts'
import { createUserModel } from './user.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('auth', config)
const { connection, broker, log, isReady } = base
const outbox = { service: 'auth', broker, log, queuePrefix: config.QUEUE_PREFIX } as const

const users = createUserModel(connection)
const endedSessions = createEndedSessionModel(connection)
const userRelay = createRelay({ ...outbox, model: users })
const sessionRelay = createRelay({ ...outbox, model: endedSessions })
const limits = createLimits(connection, {
  adminFailures: config.ADMIN_FAILURE_LIMIT,
  loginFailures: config.LOGIN_FAILURE_LIMIT,
  registrations: config.REGISTRATION_LIMIT,
  registrationsOfEmail: config.REGISTRATION_EMAIL_LIMIT,
  mails: config.MAIL_LIMIT,
  forgottenPasswords: config.FORGOT_PASSWORD_LIMIT,
  passwordResets: config.RESET_PASSWORD_LIMIT,
})
const audit = createAuditTrail({ service: 'auth', connection, log })
const app = createApp(
  {
    users,
    outbox: createOutbox(users, userRelay.nudge),
    endedSessions,
    sessionOutbox: createOutbox(endedSessions, sessionRelay.nudge),
    limits,
    links: createMailLinks({ privateKey: config.SESSION_PRIVATE_KEY, publicUrl: config.PUBLIC_URL }),
    passwords: await createPasswords(),
    adminPassword: config.ADMIN_PASSWORD,
    audit,
    inTurn: createTurns(),
  },
  {
    log,
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    sessionPrivateKey: config.SESSION_PRIVATE_KEY,
    servicePublicKeys: config.SERVICE_PUBLIC_KEYS,
    isReady,
  },
)

const sweeps = [
  createSweep('limits', 10 * 60_000, log, limits.sweep),
  createSweep('ended sessions', 10 * 60_000, log, () => sweepEndedSessions(endedSessions)),
]
await runService({
  service: 'auth',
  base,
  config,
  app,
  tasks: [userRelay, sessionRelay, ...sweeps, audit],
  prepare: limits.prepare,
})
