import type { BodyIn } from '@prankpost/contracts/api'
import type { UnsentChoice } from '@prankpost/contracts/subscription'
import { ApiError, call, isRecord } from '@prankpost/web-kit'
import { messageAnswer } from '../../lib/message-answer.ts'
import { isPlan, type Plan } from './subscriptions.ts'

/**
 * Cancels a plan immediately; `unsent` is what happens to the unsent pranks of the paid month. Returns the message for the
 * customer; for a plan that has already ended, it says so.
 */
export async function cancelPlan({ id }: Plan, unsent: UnsentChoice): Promise<string> {
  const { message } = await call('POST /api/subscriptions/:id/cancel', {
    params: { id },
    body: { unsent },
    expect: messageAnswer,
  })
  return message
}

/** Changes the number of pranks from the next period on. Returns the plan as it is then, like the next three calls. */
export function changePlan({ id }: Plan, body: BodyIn<'PATCH /api/subscriptions/:id'>): Promise<Plan> {
  return call('PATCH /api/subscriptions/:id', { params: { id }, body, expect: isPlan })
}

/** Pauses a plan for its next 1 to 3 months. */
export function pausePlan({ id }: Plan, body: BodyIn<'POST /api/subscriptions/:id/pause'>): Promise<Plan> {
  return call('POST /api/subscriptions/:id/pause', { params: { id }, body, expect: isPlan })
}

/** Ends the pause of a plan. */
export function resumePlan({ id }: Plan): Promise<Plan> {
  return call('POST /api/subscriptions/:id/resume', { params: { id }, expect: isPlan })
}

/** Skips the next month of a plan. */
export function skipMonth({ id }: Plan): Promise<Plan> {
  return call('POST /api/subscriptions/:id/skip', { params: { id }, expect: isPlan })
}

/** Opens the payment provider's page on which the customer replaces the card. Returns its URL. */
export async function openBillingPortal(): Promise<string> {
  const answer: unknown = await call('POST /api/billing-portal')
  if (isRecord(answer) && typeof answer.url === 'string' && answer.url) return answer.url
  throw new ApiError(200, 'no-url', 'The page to replace your card could not be opened.')
}
