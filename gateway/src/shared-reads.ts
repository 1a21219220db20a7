import { randomUUID } from 'node:crypto'
import type { ServiceName } from '@prankpost/contracts'
import { notFound, unavailable } from '@prankpost/service-kit/http'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { Proxies, SendOn, ServiceAnswer } from './proxy.ts'
import { findRoute, type RouteTarget } from './route-table.ts'

/** A response for all callers, in the form in which it is sent. */
interface SharedAnswer {
  headers: [name: string, value: string][]
  body: Buffer
}

/** One request to a service. */
interface ServiceRequest {
  at: number
  /** The status of a response that is not shared. */
  answer: Promise<SharedAnswer | number>
}

/** The cache entry of one public read: the latest response, and the latest request. */
interface CacheEntry {
  answered?: ServiceRequest
  requested?: ServiceRequest | undefined
}

/** More than a shop has public resources; an unknown path displaces the one that was not read for the longest time. */
const maxEntries = 1_000

export interface SharedReads {
  /** Answers a call of this route. */
  answer(route: RouteTarget): SendOn
  /**
   * The text of a public resource, for a page.
   * @throws 404 when there is no such resource, or no longer; 503 when the service is unavailable or does not share it
   */
  readText(path: string): Promise<string>
}

/**
 * Answers public reads from memory: one request to the service serves all callers. A response is used for `maxAgeMs`,
 * and refreshed from half of that on, so callers rarely wait. Only responses that the service marks as `public` are
 * shared; every other response, failures included, is fetched for each caller. There is one cache entry for each
 * path, whatever query a caller adds.
 */
export function createSharedReads(proxies: Proxies, maxAgeMs: number): SharedReads {
  const cache = new LRUCache<string, CacheEntry>({ max: maxEntries })

  const load = (service: ServiceName, path: string, entry: CacheEntry, requestId: string): ServiceRequest => {
    const request = { at: performance.now(), answer: proxies.ask(service, path, requestId).then(share) }
    request.answer.then(
      () => {
        if (request.at > (entry.answered?.at ?? 0)) entry.answered = request
      },
      () => {
        if (entry.requested === request) entry.requested = undefined
      },
    )
    return request
  }

  const find = ({ service }: RouteTarget, path: string, requestId: string) => {
    const entry = cache.get(path) ?? {}
    cache.set(path, entry)
    // The age counts from the request: a late response may be outdated.
    const isOlder = (request: ServiceRequest, ms: number) => performance.now() - request.at >= ms
    if (entry.requested === undefined || isOlder(entry.requested, maxAgeMs / 2)) {
      entry.requested = load(service, path, entry, requestId)
    }
    const { answered, requested } = entry
    return answered === undefined || isOlder(answered, maxAgeMs) ? requested.answer : answered.answer
  }

  return {
    answer: (route) => async (req, res, next) => {
      const answer = await find(route, req.path.replace(/\/$/, ''), String(req.id))
      if (typeof answer === 'number') return proxies.to(route.service)(req, res, next)
      send(answer, req, res)
    },
    async readText(path) {
      const route = findRoute('GET', path)
      const answer = route?.isPublicRead ? await find(route, path, randomUUID()) : 503
      if (answer === 404 || answer === 410) throw notFound()
      if (typeof answer === 'number') throw unavailable()
      return answer.body.toString()
    },
  }
}

const maxSharedBytes = 1_048_576
const sharedHeaders = ['content-type', 'cache-control', 'etag'] as const

/** The shareable form of a response; its status when it is for its caller only. */
function share({ status, headers, text }: ServiceAnswer): SharedAnswer | number {
  const body = Buffer.from(text)
  if (status !== 200 || body.length > maxSharedBytes) return status
  const rules = String(headers['cache-control'] ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
  const isPublic = rules.includes('public') && !rules.includes('no-store') && !rules.includes('private')
  const isVariant = ['set-cookie', 'vary', 'content-encoding'].some((name) => headers[name] !== undefined)
  if (!isPublic || isVariant) return status
  return {
    headers: sharedHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    body,
  }
}

function send({ headers, body }: SharedAnswer, req: Request, res: Response): void {
  for (const [name, value] of headers) res.setHeader(name, value)
  // Express compares the ETag set above with those that the caller sent.
  if (req.fresh) {
    res.removeHeader('content-type')
    return void res.status(304).end()
  }
  res.setHeader('content-length', body.length)
  res.end(body)
}
