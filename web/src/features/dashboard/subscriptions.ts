import type { Subscription } from '@prankpost/contracts/subscription'
import { call, listOf, number, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { messageAnswer } from '../../lib/message-answer.ts'

/** The fields of a plan that the account shows. */
export interface Plan {
  id: string
  status: string
  prankCount: number
  monthlyAmount: string
}

const plan = shape<Plan>({ id: text, status: text, prankCount: number, monthlyAmount: text })
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

/** Cancels a plan immediately. Returns the message for the customer; for a plan that has already ended, it says so. */
export async function cancelPlan({ id }: Plan): Promise<string> {
  const { message } = await call('POST /api/subscriptions/:id/cancel', {
    params: { id },
    expect: messageAnswer,
  })
  return message
}
