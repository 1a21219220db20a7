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
  /** Calls that change something are refused from any other origin. */
  publicUrl: string
  /** Whether what this process needs (database, broker) answers. */
  isReady: () => Promise<boolean>
  /** Mounts the process's own routes. */
  mount: (app: Express) => void
}

/** The HTTP app that every process shares: ids, logs, metrics, health, origin check, JSON errors. It does not listen. */
export function createHttpApp({ log, publicUrl, isReady, mount }: HttpAppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Exactly one proxy, the gateway, stands in front and says who called.
  app.set('trust proxy', 1)
  app.set('query parser', 'simple')
  app.get('/healthz', (_req, res) => void res.json({ status: 'alive' }))
  app.get('/readyz', async (_req, res) => {
    const ready = await isReady()
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', metricsHandler)
  app.use(traceRequests, requestLog(log), measureRequests, requireOwnOrigin(publicUrl), requirePlainBody)
  // Answered here and not by `next`: the call may be at work, and its own end must find it answered.
  const answer = answerErrors(log)
  app.use(passDatabaseGuard((req, res, next) => answer(unavailable(), req, res, next)))
  mount(app)
  app.use((_req, _res, next) => next(notFound('There is nothing at this address.')))
  app.use(answerErrors(log))
  return app
}

const wellFormedId = /^[A-Za-z0-9-]{8,64}$/

/** Gives each request its id (the gateway's, where it came through it) and one line in the log, without its query. */
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
      req: (req) => ({ id: req.id, method: req.method, path: String(req.url).split('?')[0] }),
      res: (res) => ({ statusCode: res.statusCode }),
    },
    customLogLevel: (req, res, error) => (error || res.statusCode >= 500 ? 'error' : levelOf(req, res)),
    // Here and not as `customProps`, for which each request would have two more loggers.
    customSuccessObject: (_req, res, line) => ({ ...line, userId: userIdOf(res) }),
    // What pino-http makes up for a status of 5xx; the failure itself is logged by answerErrors.
    customErrorObject: (_req, res, _error, { err: _made, ...line }) => ({ ...line, userId: userIdOf(res) }),
  })
}

const userIdOf = (res: ServerResponse): unknown => (res as Partial<Response>).locals?.userId

// What was refused stands out. Only asking who one is, or for what is one's own, is an everyday 401.
function levelOf({ method = '' }: IncomingMessage, { statusCode }: ServerResponse) {
  const isRefusal = [403, 429].includes(statusCode) || (statusCode === 401 && !safeMethods.has(method))
  return isRefusal ? 'warn' : 'info'
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses state-changing calls that a browser says come from another origin (`null` is foreign, none is a script). */
export function requireOwnOrigin(publicUrl: string): RequestHandler {
  const own = new URL(publicUrl).origin
  return (req, _res, next) => {
    const { origin } = req.headers
    if (origin === undefined || origin === own || safeMethods.has(req.method)) return next()
    next(forbidden('This call came from another site and was refused.'))
  }
}

/** For how long a caller who got a failure may still send the body that was not read. */
const sendOnMs = 3_000

/** Turns whatever went wrong into the contract's error answer; faults are logged with their stack and told as a plain 500. */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const known = toAppError(error)
    // Answered already, while its work went on, because its database went away.
    if (res.writableEnded) return
    // That something is away and since when is logged where it is noticed, not once more for each call.
    const isNoted = known.code === 'unavailable' && known.cause === undefined
    if (known.status >= 500 && !isNoted) (req.log ?? log).error({ err: error }, known.message)
    if (res.headersSent) return void res.destroy()
    // Node would read and discard the rest of the body for minutes.
    if (!req.complete) setTimeout(() => req.complete || req.socket.destroy(), sendOnMs).unref()
    // Where the refused body ends is not known, so neither is where a next request would begin.
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

/** The status that `answerErrors` answers a failure with. */
export const statusOf = (error: unknown): number => toAppError(error).status

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ZodError) return fromZod(error)
  if (isOutage(error)) return unavailable(undefined, error)
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  // Express and body-parser mark what the client got wrong: bad JSON, bad encoding, bad percent signs.
  if (status >= 400 && status < 500) return invalid('The request could not be read.')
  return new AppError({
    code: 'internal',
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
  })
}

/** A validation failure as the contract shows it: the first problem in words, all of them with their paths. */
function fromZod(error: ZodError): AppError {
  const issues = error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }))
  const first = issues[0]
  const sentence =
    first === undefined ? 'The request is not valid.' : describeIssue(first.path, first.message)
  return invalid(sentence, issues)
}

// Schemas that speak to people start with a capital; what zod says by itself is for developers.
function describeIssue(path: string, message: string): string {
  const zodsOwn = /^(Invalid|Too |Unrecognized)/.test(message)
  if (path === '') return zodsOwn ? 'The request is not valid.' : message
  if (zodsOwn) return `The field "${path}" is not valid.`
  return /^[A-Z]/.test(message) ? message : `The field "${path}" ${message}.`
}
