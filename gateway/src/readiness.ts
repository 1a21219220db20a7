import type { ServiceName } from '@prankpost/contracts'
import { LRUCache } from 'lru-cache'
import { request } from 'undici'

/** The response of /readyz: ready when each service has a replica that is ready. */
export interface Readiness {
  ready: boolean
  services: Record<string, 'ready' | 'not ready'>
}

const maxAgeMs = 1_000
const timeoutMs = 2_000

/** Checks all replicas of all services at once; the result is cached for a second. */
export function createReadiness(services: Map<ServiceName, string[]>): () => Promise<Readiness> {
  const fetchMethod = () => checkAll(services)
  const cache = new LRUCache<'all', Readiness>({ max: 1, ttl: maxAgeMs, fetchMethod })
  return () => cache.forceFetch('all')
}

async function checkAll(services: Map<ServiceName, string[]>): Promise<Readiness> {
  const states = await Promise.all(
    [...services].map(async ([service, urls]) => {
      const answers = await Promise.all(urls.map(isReady))
      return [service, answers.includes(true) ? 'ready' : 'not ready'] as const
    }),
  )
  return { ready: states.every(([, state]) => state === 'ready'), services: Object.fromEntries(states) }
}

async function isReady(url: string): Promise<boolean> {
  try {
    // fetch is not used: it refuses some ports, for example 4045.
    const response = await request(new URL('/readyz', url), { signal: AbortSignal.timeout(timeoutMs) })
    await response.body.dump()
    return response.statusCode === 200
  } catch {
    return false
  }
}
