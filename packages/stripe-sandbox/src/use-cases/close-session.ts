import { draft } from '../objects/event.ts'
import { toSession } from '../objects/session.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Decide } from './context.ts'

/** Ends an open session at somebody's wish; a session that is not open any more refuses. */
export const expireSession: Decide = (checkout) => {
  if (checkout.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkout.status}\`.`,
    )
  }
  checkout.status = 'expired'
  return { events: [draft('checkout.session.expired', toSession(checkout))] }
}

/** Ends an open session whose time has run out; does nothing to any other. */
export const expireOverdueSession: Decide = (checkout, context) => {
  const isOverdue = checkout.status === 'open' && checkout.expiresAt <= context.now
  return isOverdue ? expireSession(checkout, context) : { events: [] }
}
