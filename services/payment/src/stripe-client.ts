import { AppError, unavailable } from '@prankpost/service-kit'
import Stripe from 'stripe'

/** The official client, for Stripe itself or for another place that speaks its API. */
export function createStripe(secretKey: string, apiBase?: string): Stripe {
  const base = apiBase === undefined ? null : new URL(apiBase)
  const place = base && {
    host: base.hostname,
    port: base.port,
    protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
  }
  return new Stripe(secretKey, { ...place, maxNetworkRetries: 2, timeout: 10_000, telemetry: false })
}

/** Calls Stripe; its absence becomes a 503 that can be tried again, a refusal stays a fault of ours. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    if (
      error instanceof StripeConnectionError ||
      error instanceof StripeAPIError ||
      error instanceof StripeRateLimitError
    ) {
      throw unavailable(
        'The payment provider does not answer right now. Please try again in a moment.',
        error,
      )
    }
    throw error
  }
}

/** A session that Stripe would not make. @see https://docs.stripe.com/error-handling */
export function sessionRefused(cause: unknown): AppError {
  return new AppError({
    code: 'unprocessable',
    status: 422,
    message: 'Failed to create payment session',
    cause,
  })
}
