import { invalid } from '@prankpost/service-kit'
import type { RequestHandler } from 'express'

/** How far from now a webhook may be signed. */
export const toleranceSeconds = 300

/** Refuses a webhook whose header alone shows that its signature does not hold: the body is not even read. */
export const requireSignature: RequestHandler = (req, _res, next) => {
  const signature = req.get('stripe-signature')
  if (signature === undefined) throw invalid('The webhook is not signed.')
  if (!mayHold(signature)) throw invalid('The signature of the webhook does not hold.')
  next()
}

/** Whether a `Stripe-Signature` header has a signature of the right form, made less than 5 minutes before or after now. */
export function mayHold(signature: string): boolean {
  const signedAt = Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1])
  const isTimely = Math.abs(Date.now() / 1_000 - signedAt) <= toleranceSeconds
  return isTimely && /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(signature)
}
