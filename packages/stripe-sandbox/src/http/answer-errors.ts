import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from 'pino'
import { StripeApiError } from '../stripe-error.ts'

/** Answers 404 to unknown addresses, with Stripe's error message. */
export const unknownAddress: RequestHandler = (req) => {
  const message = `Unrecognized request URL (${req.method}: ${req.path}). This sandbox speaks a part of Stripe's API only.`
  throw new StripeApiError(404, { type: 'invalid_request_error', message })
}

/** Answers every failure as a Stripe error object; only faults of the sandbox itself are logged. */
export function answerErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error)
    const refusal = error instanceof StripeApiError ? error : unreadable(error)
    if (refusal) {
      res.status(refusal.status).json({ error: refusal.body })
      return
    }
    logger.error({ err: error, method: req.method, path: req.path }, 'request failed')
    const message = 'An unknown error occurred in the sandbox; its log says more.'
    res.status(500).json({ error: { type: 'api_error', message } })
  }
}

/** The error for a body that could not be read: too large, malformed, or with too many parameters. */
function unreadable(error: unknown): StripeApiError | null {
  if (!(error instanceof Error) || !('status' in error) || !('type' in error)) return null
  const { status } = error
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return new StripeApiError(status, {
    type: 'invalid_request_error',
    message: `Invalid request body: ${error.message}`,
  })
}
