import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express'
import { pinoHttp } from 'pino-http'
import { ZodError } from 'zod'
import { passDatabaseGuard } from '../data/database-guard.ts'
import { AppError, forbidden, invalid, isOutage, notFound, unavailable } from '../errors.ts'
import type { Logger } from '../ops/log.ts'
import { measureRequests, metricsHandler } from '../ops/metrics.ts'
import { traceRequests } from '../ops/tracing.ts'
import { requirePlainBody } from './request-body.ts'

export interface HttpAppOptions {
  log: Logger
  /** State-changing calls from any other origin are refused. */
  publicUrl: string
  /** Whether the dependencies of this process (database, broker) answer. */
  isReady: () => Promise<boolean>
  /** Mounts the process's own routes. */
  mount: (app: Express) => void
}

/** Creates the common HTTP app of all services: ids, logs, metrics, health, origin check, JSON errors. It does not listen. */
export function createHttpApp({ log, publicUrl, isReady, mount }: HttpAppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // There is exactly one proxy, the gateway, and it reports the caller's address.
  app.set('trust proxy', 1)
  app.set('query parser', 'simple')
  app.get('/healthz', (_req, res) => void res.json({ status: 'alive' }))
  app.get('/readyz', async (_req, res) => {
    const ready = await isReady()
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', metricsHandler)
  app.use(traceRequests, requestLog(log), measureRequests, requireOwnOrigin(publicUrl), requirePlainBody)
  // Not passed to `next`: the call may still be running, and when it ends it must find the response already sent.
  const answer = answerErrors(log)
  app.use(passDatabaseGuard((req, res, next) => answer(unavailable(), req, res, next)))
  mount(app)
  app.use((_req, _res, next) => next(notFound('There is nothing at this address.')))
  app.use(answerErrors(log))
  return app
}

const wellFormedId = /^[A-Za-z0-9-]{8,64}$/

/** Gives each request an id (the gateway's, if there is one) and one log line, without its query. */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId(req, res) {
      const given = req.headers['x-request-id']
      const id = typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
      res.setHeader('x-request-id', id)
      return id
    },
    serializers: {
      req: (req) => ({ id: req.id, method: req.method, path: loggedPath(String(req.url)) }),
      res: (res) => ({ statusCode: res.statusCode }),
    },
    customLogLevel: (req, res, error) => (error || res.statusCode >= 500 ? 'error' : levelOf(req, res)),
    // Not as `customProps`, which would create two more loggers for each request.
    customSuccessObject: (_req, res, line) => ({ ...line, userId: userIdOf(res) }),
    // Omits the error that pino-http makes up for a 5xx status; answerErrors logs the real one.
    customErrorObject: (_req, res, _error, { err: _made, ...line }) => ({ ...line, userId: userIdOf(res) }),
  })
}

/** The token of a link in a mail gives access until it expires, so it is not logged. */
const loggedPath = (url: string) => url.split('?')[0]?.replace(/^(\/api\/order-links\/|\/r\/).*/, '$1:token')

const userIdOf = (res: ServerResponse): unknown => (res as Partial<Response>).locals?.userId

// Refusals are logged as warnings, except the 401 of a read: a page without a session causes it all the time.
function levelOf({ method = '' }: IncomingMessage, { statusCode }: ServerResponse) {
  const isRefusal = [403, 429].includes(statusCode) || (statusCode === 401 && !safeMethods.has(method))
  return isRefusal ? 'warn' : 'info'
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses state-changing calls from another origin. The origin `null` counts as another; scripts send no origin. */
export function requireOwnOrigin(publicUrl: string): RequestHandler {
  const own = new URL(publicUrl).origin
  return (req, _res, next) => {
    const { origin } = req.headers
    if (origin === undefined || origin === own || safeMethods.has(req.method)) return next()
    next(forbidden('This call came from another site and was refused.'))
  }
}

/** How long a caller may continue to send a body that is not read, after it got an error response. */
const drainMs = 3_000

/** Turns any error into the contract's error response. Faults are logged with their stack and answered with a plain 500. */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const known = toAppError(error)
    // The database guard has already answered, because the database failed while this call was running.
    if (res.writableEnded) return
    // An outage is logged where it is detected, not again for each call.
    const isLogged = known.code === 'unavailable' && known.cause === undefined
    if (known.status >= 500 && !isLogged) (req.log ?? log).error({ err: error }, known.message)
    if (res.headersSent) return void res.destroy()
    // Otherwise Node would read and discard the rest of the body for minutes.
    if (!req.complete) setTimeout(() => req.complete || req.socket.destroy(), drainMs).unref()
    // The end of the refused body is unknown, and therefore also the start of the next request.
    if (known.status === 411) res.setHeader('connection', 'close')
    if (known.retryAfterSeconds) res.setHeader('retry-after', String(known.retryAfterSeconds))
    res.setHeader('cache-control', 'no-store')
    res.status(known.status).json({
      message: known.message,
      code: known.code,
      requestId: String(req.id ?? ''),
      ...(known.issues ? { issues: known.issues } : {}),
    })
  }
}

/** The status of the response that `answerErrors` sends for an error. */
export const statusOf = (error: unknown): number => toAppError(error).status

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) return fromZod(error)
  if (isOutage(error)) return unavailable(undefined, error)
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  // Express and body-parser set a status for mistakes of the client: bad JSON, bad encoding, bad percent encoding.
  if (status >= 400 && status < 500) return invalid('The request could not be read.')
  return new AppError({
    code: 'internal',
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
  })
}

/** Converts a validation error: the message is the first problem as a sentence; the issues are all of them with paths. */
function fromZod(error: ZodError): AppError {
  const issues = error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }))
  const first = issues[0]
  const sentence =
    first === undefined ? 'The request is not valid.' : describeIssue(first.path, first.message)
  return invalid(sentence, issues)
}

// Messages written for customers start with a capital letter; zod's own messages are for developers.
function describeIssue(path: string, message: string): string {
  const zodsOwn = /^(Invalid|Too |Unrecognized)/.test(message)
  if (path === '') return zodsOwn ? 'The request is not valid.' : message
  if (zodsOwn) return `The field "${path}" is not valid.`
  return /^[A-Z]/.test(message) ? message : `The field "${path}" ${message}.`
}
