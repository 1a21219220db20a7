import { globalAgent } from 'node:http'
import type { ServiceName } from '@prankpost/contracts'
import { sendHttp } from '@prankpost/service-kit/http'

/** What /readyz answers: ready when each service has a replica that is. */
export interface Readiness {
  ready: boolean
  services: Record<string, 'ready' | 'not ready'>
}

const maxAgeMs = 1_000
const timeoutMs = 2_000

/** Asks all replicas of all services at once whether they are ready; the answer is kept for a second. */
export function createReadiness(services: Map<ServiceName, string[]>): () => Promise<Readiness> {
  let kept: Promise<Readiness> | undefined
  let askedAt = 0
  return () => {
    if (kept === undefined || Date.now() - askedAt >= maxAgeMs) {
      askedAt = Date.now()
      kept = askAll(services)
    }
    return kept
  }
}

async function askAll(services: Map<ServiceName, string[]>): Promise<Readiness> {
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
    const call = { agent: globalAgent, method: 'GET', headers: {}, timeoutMs }
    return (await sendHttp(new URL('/readyz', url).href, call)).status === 200
  } catch {
    return false
  }
}
