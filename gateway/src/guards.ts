import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { addressKey, notFound, tooMany } from '@prankpost/service-kit/http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** What the pages do not use and so no script in them may: devices, sensors, payment and identity dialogs, other frames. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/**
 * Security headers of every answer: everything from our own origin, no inline scripts, no frames, no devices; HSTS
 * only with https.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
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
  const denied = deniedFeatures.map((feature) => `${feature}=()`).join(', ')
  return { ...headersOf(set), 'Permissions-Policy': denied }
}

/** Sets headers on every answer. */
export function setHeaders(headers: Record<string, string>): RequestHandler {
  const lines = Object.entries(headers)
  return (_req, res, next) => {
    for (const [name, value] of lines) res.setHeader(name, value)
    next()
  }
}

/** What helmet sets on an answer. It is the same on each, so it is asked once. */
function headersOf(set: ReturnType<typeof helmet>): Record<string, string> {
  const headers = new Map<string, string>()
  const answer = { setHeader: headers.set.bind(headers), removeHeader: () => undefined }
  set({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(headers)
}

const ownHeaders = ['x-request-id', 'traceparent', 'tracestate', 'baggage']

/** Drops the request id and the trace that a caller claims: logs, the audit trail and traces hold ids made here. */
export const dropClaimedIds: RequestHandler = ({ headers }, _res, next) => {
  for (const name of ownHeaders) delete headers[name]
  next()
}

/** Stripe reports in bursts from few addresses, and what it sends is signed: it may call more often. */
const webhookPath = '/api/webhooks/'
const webhookFactor = 10

/**
 * Refuses an address that calls too often, with Retry-After; counted in this process. A webhook that is refused, or
 * given up, counts as ten: forged ones may come no more often than other calls.
 */
export function limitCalls({ calls, seconds }: { calls: number; seconds: number }): RequestHandler {
  const general = new RateLimiterMemory({ points: calls, duration: seconds })
  const webhooks = new RateLimiterMemory({ points: calls * webhookFactor, duration: seconds })
  return async (req, res, next) => {
    const limiter = `${req.baseUrl}${req.path}`.startsWith(webhookPath) ? webhooks : general
    const address = addressKey(req.ip ?? 'unknown')
    try {
      await limiter.consume(address)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const wait = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw tooMany('Too many calls from your network. Please wait a few seconds.', wait)
    }
    if (limiter === webhooks) {
      res.once('close', () => isWasted(res) && webhooks.penalty(address, webhookFactor - 1))
    }
    next()
  }
}

/** Whether a call was refused, or given up before its answer. */
const isWasted = ({ statusCode, writableFinished }: ServerResponse) =>
  !writableFinished || (statusCode >= 400 && statusCode < 500)

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
