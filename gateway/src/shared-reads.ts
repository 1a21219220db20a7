import type { Request, Response } from 'express'
import type { Proxies, SendOn, ServiceAnswer } from './proxy.ts'
import type { RouteTarget } from './route-table.ts'

/** A service may keep its list for half a second itself: together a change shows within one, in every replica. */
const defaultMaxAgeMs = 400

/** An answer for everybody, as it goes over the wire. */
interface SharedAnswer {
  headers: [name: string, value: string][]
  body: Buffer
}

/** One time that a service was asked. */
interface Asked {
  at: number
  answer: Promise<SharedAnswer | null>
}

/** What is known of one public read: the latest answer, and when a newer one was asked for. */
interface Known {
  answered?: Asked
  asked?: Asked | undefined
}

/**
 * Answers public reads from memory: a service is asked once for all who call. An answer serves for `maxAgeMs`, and is
 * asked for anew from half of that on, so that hardly a caller waits. Only what the service itself calls public is
 * given to others; every other answer, a failure above all, is fetched for each caller. There is one answer for each
 * public read of the contract, whatever queries are made up for it.
 */
export function createSharedReads(
  proxies: Proxies,
  maxAgeMs = defaultMaxAgeMs,
): (route: RouteTarget) => SendOn {
  const memory = new Map<string, Known>()

  const ask = ({ service, path }: RouteTarget, known: Known, requestId: string): Asked => {
    const asked = { at: performance.now(), answer: proxies.ask(service, path, requestId).then(share) }
    asked.answer.then(
      () => {
        if (asked.at > (known.answered?.at ?? 0)) known.answered = asked
      },
      () => {
        if (known.asked === asked) known.asked = undefined
      },
    )
    return asked
  }

  const find = (route: RouteTarget, requestId: string) => {
    const known = memory.get(route.path) ?? {}
    memory.set(route.path, known)
    // Ages count from the question: what comes late may be old.
    const isOlder = (asked: Asked, ms: number) => performance.now() - asked.at >= ms
    if (known.asked === undefined || isOlder(known.asked, maxAgeMs / 2)) {
      known.asked = ask(route, known, requestId)
    }
    const { answered, asked } = known
    return answered === undefined || isOlder(answered, maxAgeMs) ? asked.answer : answered.answer
  }

  return (route) => async (req, res, next) => {
    const answer = await find(route, String(req.id))
    if (answer === null) return proxies.to(route.service)(req, res, next)
    send(answer, req, res)
  }
}

const maxKeptBytes = 1_048_576
const sharedHeaders = ['content-type', 'cache-control', 'etag'] as const

/** What everybody may get of an answer; null when it is for its caller alone. */
function share({ status, headers, text }: ServiceAnswer): SharedAnswer | null {
  const body = Buffer.from(text)
  if (status !== 200 || body.length > maxKeptBytes) return null
  const rules = String(headers['cache-control'] ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
  const isPublic = rules.includes('public') && !rules.includes('no-store') && !rules.includes('private')
  const differs = ['set-cookie', 'vary', 'content-encoding'].some((name) => headers[name] !== undefined)
  if (!isPublic || differs) return null
  return {
    headers: sharedHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    body,
  }
}

function send({ headers, body }: SharedAnswer, req: Request, res: Response): void {
  for (const [name, value] of headers) res.setHeader(name, value)
  // Express compares the tag that was set just now with those that the caller has.
  if (req.fresh) {
    res.removeHeader('content-type')
    return void res.status(304).end()
  }
  res.setHeader('content-length', body.length)
  res.end(body)
}
