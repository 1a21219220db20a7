import { connectService, createSweep, loadConfig, runService } from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createLimits } from './limits.ts'
import { createPasswords } from './passwords.ts'
import { createTurns } from './turns.ts'
import { createUserModel } from './user.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('auth', config)
const { connection, log, isReady } = base

const limits = createLimits(connection, {
  loginFailures: config.LOGIN_FAILURE_LIMIT,
  registrations: config.REGISTRATION_LIMIT,
})
const app = createApp(
  {
    users: createUserModel(connection),
    limits,
    passwords: await createPasswords(),
    adminPassword: config.ADMIN_PASSWORD,
    inTurn: createTurns(),
  },
  {
    log,
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    sessionPrivateKey: config.SESSION_PRIVATE_KEY,
    serviceTokenSecret: config.SERVICE_TOKEN_SECRET,
    isReady,
  },
)

const sweep = createSweep('limits', 10 * 60_000, log, limits.sweep)
await runService({ service: 'auth', base, config, app, tasks: [sweep], prepare: limits.prepare })
