import { invalid } from '@prankpost/service-kit'
import type { RequestHandler } from 'express'

/** The maximum difference between now and the time of the signature. */
export const toleranceSeconds = 300

/** Rejects a webhook whose header already shows that its signature is invalid, before the body is read. */
export const requireSignature: RequestHandler = (req, _res, next) => {
  const signature = req.get('stripe-signature')
  if (signature === undefined) throw invalid('The webhook is not signed.')
  if (!mayBeValid(signature)) throw invalid('The signature of the webhook does not hold.')
  next()
}

/**
 * Whether a `Stripe-Signature` header has a well-formed signature whose time is at most 5 minutes before or after now.
 */
export function mayBeValid(signature: string): boolean {
  const signedAt = Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1])
  const isTimely = Math.abs(Date.now() / 1_000 - signedAt) <= toleranceSeconds
  return isTimely && /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(signature)
}
