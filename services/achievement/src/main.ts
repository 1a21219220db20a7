import { connectService, loadConfig, runService } from '@prankpost/service-kit'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import type { Deps } from './deps.ts'
import { handlers } from './events.ts'
import { createProgressModel } from './progress.model.ts'

const config = loadConfig(configSchema)
const base = await connectService('achievement', config)
const { connection, log, isReady } = base

const deps: Deps = { progress: createProgressModel(connection), log }
const app = createApp(deps, {
  publicUrl: config.PUBLIC_URL,
  sessionPublicKey: config.SESSION_PUBLIC_KEY,
  isReady,
})

await runService({ service: 'achievement', base, config, app, handlers: handlers(deps) })
