import type { BodyIn } from '@prankpost/contracts/api'
import type { Subscription, UnsentChoice } from '@prankpost/contracts/subscription'
import { ApiError, call, type Guard, isRecord, listOf, number, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { messageAnswer } from '../../lib/message-answer.ts'

/** The fields of a plan that the account shows. */
export interface Plan {
  id: string
  status: string
  prankCount: number
  monthlyAmount: string
  createdAt: string
  currentPeriodEnd: string | null
  nextPrankCount: number | null
  nextMonthlyAmount: string | null
  changesAt: string | null
  pausedUntil: string | null
  nextChargeAt: string | null
}

// A server of an earlier version leaves the fields of the next period out.
const optional = <T>(guard: Guard<T>) => ((value) => value == null || guard(value)) as Guard<T | null>

const plan = shape<Plan>({
  id: text,
  status: text,
  prankCount: number,
  monthlyAmount: text,
  createdAt: text,
  currentPeriodEnd: optional(text),
  nextPrankCount: optional(number),
  nextMonthlyAmount: optional(text),
  changesAt: optional(text),
  pausedUntil: optional(text),
  nextChargeAt: optional(text),
})
const isPlan = (value: unknown): value is Subscription => plan(value)

/** How often an open account is polled (specification, section 7). */
export const subscriptionsPollMs = 10_000

/** The customer's plans that are or were active, newest first. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }): Promise<Plan[]> =>
    call('GET /api/subscriptions', { signal, expect: listOf(isPlan) }),
})

/** Whether a plan is running; a late payment (`past_due`) does not end it. */
export function isRunning({ status }: Plan): boolean {
  return status === 'active' || status === 'past_due'
}

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
