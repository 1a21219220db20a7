import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, serviceNames } from '@prankpost/contracts/services'
import { z } from 'zod'

const schema = z.object({
  SESSION_PRIVATE_KEY: z.string().min(1),
  SESSION_PUBLIC_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().min(1),
  /** The key of consent's digests. Files of earlier versions do not have it. */
  ADDRESS_KEY: z.string().min(16).default(newAddressKey),
})

const keyPair = z.object({ privateKey: z.string(), publicKey: z.string() })
const serviceKeys = z.object({ SERVICE_KEYS: z.partialRecord(z.enum(serviceNames), keyPair) })

/** The keys and shared secrets of a local stack. */
export interface Secrets extends z.infer<typeof schema> {
  /** Each service's own key pair (ES256, PEM), which authenticates it to the others. */
  SERVICE_KEYS: Record<ServiceName, z.infer<typeof keyPair>>
}

/**
 * The secrets of the stack in `dataDir`: created once, readable only by this user, and the same at every start, so
 * that sessions and webhooks stay valid over a restart. A damaged file is replaced; keys are added for new services.
 */
export function localSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json')
  const content = readJson(file)
  const kept = schema.safeParse(content)
  const keys = serviceKeys.safeParse(content).data?.SERVICE_KEYS ?? {}
  const isComplete =
    kept.success &&
    (content as Partial<Secrets>).ADDRESS_KEY !== undefined &&
    serviceNames.every((service) => keys[service] !== undefined)
  const secrets = { ...(kept.data ?? newSecrets()), SERVICE_KEYS: withMissing(kept.success ? keys : {}) }
  if (isComplete) return secrets
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

type KeyPair = z.infer<typeof keyPair>

function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

function withMissing(keys: Partial<Record<ServiceName, KeyPair>>): Secrets['SERVICE_KEYS'] {
  const all = serviceNames.map((service) => [service, keys[service] ?? newKeyPair()])
  return Object.fromEntries(all) as Secrets['SERVICE_KEYS']
}

function newSecrets(): z.infer<typeof schema> {
  const { privateKey, publicKey } = newKeyPair()
  return {
    SESSION_PRIVATE_KEY: privateKey,
    SESSION_PUBLIC_KEY: publicKey,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
    ADDRESS_KEY: newAddressKey(),
    STRIPE_SECRET_KEY: `sk_test_local${randomBytes(12).toString('hex')}`,
  }
}

function newAddressKey(): string {
  return randomBytes(24).toString('hex')
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
