import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { addressKey, notFound, tooMany } from '@prankpost/service-kit/http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Browser features that the pages do not use, so no script in them may: devices, sensors, payment and identity dialogs,
 * other frames.
 */
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
 * Security headers of every response: all content from our own origin, no inline scripts, no frames, no devices; HSTS
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
        // The component libraries add style elements at run time; styles cannot make calls or send data here.
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

/** Sets headers on every response. */
export function setHeaders(headers: Record<string, string>): RequestHandler {
  const lines = Object.entries(headers)
  return (_req, res, next) => {
    for (const [name, value] of lines) res.setHeader(name, value)
    next()
  }
}

/** The headers that helmet sets. They are the same on each response, so they are computed once. */
function headersOf(set: ReturnType<typeof helmet>): Record<string, string> {
  const headers = new Map<string, string>()
  const answer = { setHeader: headers.set.bind(headers), removeHeader: () => undefined }
  set({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return Object.fromEntries(headers)
}

const ownHeaders = ['x-request-id', 'traceparent', 'tracestate', 'baggage']

/**
 * Removes the request id and the trace headers of the caller: logs, the audit trail and traces contain only ids created
 * here.
 */
export const dropClaimedIds: RequestHandler = ({ headers }, _res, next) => {
  for (const name of ownHeaders) delete headers[name]
  next()
}

/** Stripe sends bursts from few addresses, and its webhooks are signed, so they may be called more often. */
const webhookPath = '/api/webhooks/'
const webhookFactor = 10

/**
 * Refuses an address that calls too often, with Retry-After; counted per process. A refused or aborted webhook counts
 * as ten, so forged webhooks are limited like other calls.
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

/** Whether a call was refused, or aborted before its response. */
const isWasted = ({ statusCode, writableFinished }: ServerResponse) =>
  !writableFinished || (statusCode >= 400 && statusCode < 500)

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Allows only callers on the same machine, and no request that came through a proxy. */
export const onlyLoopback: RequestHandler = (req, _res, next) => {
  const address = addressOrMapped(req.socket.remoteAddress ?? '')
  const isLoopback = loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  if (isLoopback && req.headers['x-forwarded-for'] === undefined) return next()
  throw notFound('There is nothing at this address.')
}

const addressOrMapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
