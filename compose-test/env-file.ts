import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { composeText, variablesIn } from '../deploy/compose-file.ts'
import { weakSecrets } from '../scripts/setup-command.mjs'
import { Obstacle } from './obstacle.ts'
import type { Env } from './settings.ts'

/** Settings of a shop for customers. A test run ignores them, because it must not charge cards or send mails. */
const notForTests = [
  'STRIPE_SECRET_KEY',
  'STRIPE_API_BASE',
  'SMTP_URL',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'USPS_CLIENT_ID',
  'USPS_CLIENT_SECRET',
]

/** Reads a `.env` for a test run. @throws one line that says what is wrong with it and how to correct it */
export function readEnvFile(file: string): Env {
  if (!existsSync(file)) throw new Obstacle(`There is no ${file}. Run \`npm run setup\`, which creates .env.`)
  const env = parseEnv(readFileSync(file, 'utf8'))
  const required = variablesIn(composeText).filter(({ required }) => required)
  const missing = [...new Set(required.map(({ name }) => name))].filter((name) => !env[name])
  if (missing.length > 0)
    throw new Obstacle(
      `${file} has no ${missing.join(', ')}. Run \`npm run setup\`, which adds what is missing.`,
    )
  const weak = weakSecrets(env)
  if (weak.length > 0)
    throw new Obstacle(
      `${weak.join(', ')} in ${file} is too short. Delete the line and run \`npm run setup\`.`,
    )
  return Object.fromEntries(Object.entries(env).filter(([name]) => !notForTests.includes(name)))
}
