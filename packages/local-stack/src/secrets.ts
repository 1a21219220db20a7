import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const schema = z.object({
  SESSION_PRIVATE_KEY: z.string().min(1),
  SESSION_PUBLIC_KEY: z.string().min(1),
  SERVICE_TOKEN_SECRET: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().min(1),
})

/** The keys and shared secrets of a local stack. */
export type Secrets = z.infer<typeof schema>

/**
 * The secrets of the stack in `dataDir`: made once, kept readable by this user alone, the same at every
 * start, so that sessions and webhooks outlive a restart. A damaged file is replaced.
 */
export function localSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  const kept = schema.safeParse(readJson(file))
  if (kept.success) return kept.data
  const secrets = newSecrets()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

function newSecrets(): Secrets {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    SESSION_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    SESSION_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    SERVICE_TOKEN_SECRET: randomBytes(32).toString('base64url'),
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
    STRIPE_SECRET_KEY: `sk_test_local${randomBytes(12).toString('hex')}`,
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
