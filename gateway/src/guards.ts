import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { AppError, addressKey, notFound, tooMany } from '@prankpost/service-kit/http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Security headers: everything from our own origin, no inline scripts, no frames; HSTS with https alone. */
export function securityHeaders(publicUrl: string): RequestHandler {
  const isHttps = publicUrl.startsWith('https:')
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The component libraries place style elements at run time; styles cannot call or send anything here.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const headers = headersOf(set)
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}

/** What helmet sets on an answer. It is the same on each, so it is asked once. */
function headersOf(set: ReturnType<typeof helmet>): Map<string, string> {
  const headers = new Map<string, string>()
  const answer = { setHeader: headers.set.bind(headers), removeHeader: () => undefined }
  set({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/** Stripe reports in bursts from few addresses, and what it sends is signed: it may call more often. */
const webhookPath = '/api/webhooks/'
const webhookFactor = 10

/** Refuses an address that calls too often, with Retry-After; counted in this process. */
export function limitCalls({ calls, seconds }: { calls: number; seconds: number }): RequestHandler {
  const general = new RateLimiterMemory({ points: calls, duration: seconds })
  const webhooks = new RateLimiterMemory({ points: calls * webhookFactor, duration: seconds })
  return async (req, _res, next) => {
    const limiter = `${req.baseUrl}${req.path}`.startsWith(webhookPath) ? webhooks : general
    try {
      await limiter.consume(addressKey(req.ip ?? 'unknown'))
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const wait = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw tooMany('Too many calls from your network. Please wait a few seconds.', wait)
    }
    next()
  }
}

const maxBodyBytes = 1_048_576

/** Refuses what says itself that it is larger than 1 MB; what does not say it is stopped by the service. */
export const limitBody: RequestHandler = (req, _res, next) => {
  if (Number(req.headers['content-length'] ?? 0) <= maxBodyBytes) return next()
  throw new AppError({
    code: 'too_large',
    status: 413,
    message: 'That is too large: at most 1 MB can be sent.',
  })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Lets only callers on the same machine through, and nothing that a proxy brings. */
export const onlyFromHere: RequestHandler = (req, _res, next) => {
  const address = addressOrMapped(req.socket.remoteAddress ?? '')
  const isHere = loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  if (isHere && req.headers['x-forwarded-for'] === undefined) return next()
  throw notFound('There is nothing at this address.')
}

const addressOrMapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
