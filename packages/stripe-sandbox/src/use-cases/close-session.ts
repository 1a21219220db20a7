import { draft } from '../objects/event.ts'
import { toSession } from '../objects/session.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Decide } from './context.ts'

/** Expires an open session on request; rejects the request if the session is not open. */
export const expireSession: Decide = (checkout) => {
  if (checkout.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkout.status}\`.`,
    )
  }
  checkout.status = 'expired'
  return { events: [draft('checkout.session.expired', toSession(checkout))] }
}

/** Expires an open session that is overdue; does nothing to any other session. */
export const expireOverdueSession: Decide = (checkout, context) => {
  const isOverdue = checkout.status === 'open' && checkout.expiresAt <= context.now
  return isOverdue ? expireSession(checkout, context) : { events: [] }
}
