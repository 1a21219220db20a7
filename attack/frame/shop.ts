import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Span } from '../../test/support/trace-store.ts'
import { type Caller, createCaller } from '../kit/http.ts'
import { toLoopback } from './loopback.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An attacked shop: its run state and a client for it. */
export interface Shop extends Caller {
  /** The address that browsers use. */
  baseUrl: string
  sandboxUrl: string
  mailUrl: string
  /** The spans that its processes exported; null if they are sent elsewhere. */
  spans: Span[] | null
  adminPassword: string
  /** The secret of webhooks; null if it is not on this machine. */
  webhookSecret: string | null
  processes: { name: string; replica: number; url?: string | undefined }[]
  /** Returns an address of this host (127.0.0.0/8) that this run has not used yet: limits count by address. */
  newAddress(): string
}

/** The content of `stack.json` while a shop runs. */
type StackFile = Pick<Shop, 'baseUrl' | 'processes'> & {
  sandboxUrl: string | null
  mailUrl: string | null
}

/** The data of a shop, without the client. */
export type ShopFacts = Omit<Shop, keyof Caller | 'newAddress'>

/** The shop that runs in `DATA_DIR` (`.local`). @throws when there is none, or it is not on this host */
export function findShop(env: NodeJS.ProcessEnv = process.env): Shop {
  const folder = path.resolve(root, env.DATA_DIR || '.local')
  const stack = readJson<StackFile>(path.join(folder, 'stack.json'))
  if (stack === null)
    throw new Error(`No shop runs in ${folder}. Start one (npm start), or let this start its own (--start).`)
  const { baseUrl, sandboxUrl, mailUrl, processes } = stack
  if (sandboxUrl === null || mailUrl === null)
    throw new Error(
      'Only a shop with the Stripe sandbox and the mail catcher is attacked: this one has real ones.',
    )
  const secrets = readJson<{ STRIPE_WEBHOOK_SECRET?: string }>(path.join(folder, 'secrets.json'))
  return shopOf({
    ...{ baseUrl, sandboxUrl, mailUrl, processes },
    spans: null,
    adminPassword: env.ADMIN_PASSWORD || 'prankmaster',
    webhookSecret: secrets?.STRIPE_WEBHOOK_SECRET ?? null,
  })
}

/** Creates a shop that can be attacked. @throws when one of its addresses is not on this host */
export function shopOf(facts: ShopFacts): Shop {
  const { baseUrl, sandboxUrl, mailUrl, processes } = facts
  const urls = [baseUrl, sandboxUrl, mailUrl, ...processes.map(({ url }) => url)]
  for (const url of urls) if (url?.startsWith('http')) toLoopback(url)
  const subnet = `127.${1 + Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
  let addresses = 0
  return {
    ...facts,
    ...createCaller(baseUrl),
    newAddress() {
      addresses += 1
      const [a, b, c = 0] = subnet.split('.').map(Number)
      return `${a}.${b}.${c + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`
    },
  }
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return null
  }
}
