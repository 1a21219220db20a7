import { AppError, noteClientCall, unavailable } from '@prankpost/service-kit'
import Stripe from 'stripe'
import { stripeSeconds, stripeUnavailableTotal } from './metrics.ts'

/** The official client, for Stripe itself or for another server with its API. */
export function createStripe(secretKey: string, apiBase?: string): Stripe {
  const base = apiBase === undefined ? null : new URL(apiBase)
  const place = base && {
    host: base.hostname,
    port: base.port,
    protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
  }
  const stripe = new Stripe(secretKey, { ...place, maxNetworkRetries: 2, timeout: 10_000, telemetry: false })
  stripe.on('response', recordResponse)
  return stripe
}

/** Whether a key is for Stripe's live mode. Secret and restricted keys of test mode have their own prefixes. */
export const isLiveKey = (secretKey: string): boolean => !/^[sr]k_test_/.test(secretKey)

// The name contains no Stripe ids, so that calls of one kind share a name.
function recordResponse({
  method,
  path,
  status,
  request_start_time,
  request_end_time,
}: Stripe.ResponseEvent) {
  const pattern = path.replace(/\?.*$/, '').replace(/\/[a-z]+_[A-Za-z0-9_]+/g, '/:id')
  const operation = `${method} ${pattern}`
  stripeSeconds.observe(
    { operation, status: String(status) },
    (request_end_time - request_start_time) / 1_000,
  )
  noteClientCall({
    name: `stripe ${operation}`,
    attributes: {
      'http.request.method': method,
      'peer.service': 'stripe',
      'http.response.status_code': status,
    },
    startedAt: new Date(request_start_time),
    endedAt: new Date(request_end_time),
    failed: status >= 400,
  })
}

/**
 * Calls Stripe. When Stripe is unavailable, the error becomes a retryable 503. So does a 409: an earlier request with
 * the same idempotency key is still in progress, and its answer is not known yet. A refusal stays an unexpected error.
 * @see https://docs.stripe.com/error-handling
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) {
      throw unavailable(
        'The payment provider is still working on the same request, perhaps from another window. Please try again in a moment.',
        error,
      )
    }
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    if (
      error instanceof StripeConnectionError ||
      error instanceof StripeAPIError ||
      error instanceof StripeRateLimitError
    ) {
      stripeUnavailableTotal.inc()
      throw unavailable(
        'The payment provider does not answer right now. Please try again in a moment.',
        error,
      )
    }
    throw error
  }
}

/** The error for a session that Stripe refused. @see https://docs.stripe.com/error-handling */
export function sessionRefused(cause: unknown): AppError {
  return new AppError({
    code: 'unprocessable',
    status: 422,
    message: 'Failed to create payment session',
    cause,
  })
}
