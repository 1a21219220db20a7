import type { Subscription } from '@prankpost/contracts/subscription'
import { call, listOf, number, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { messageAnswer } from '../../lib/message-answer.ts'

/** What the account shows of a plan. */
export interface Plan {
  id: string
  status: string
  prankCount: number
  monthlyAmount: string
}

const plan = shape<Plan>({ id: text, status: text, prankCount: number, monthlyAmount: text })
const isPlan = (value: unknown): value is Subscription => plan(value)

/** How often an open account asks for news (specification, section 7). */
export const subscriptionsPollMs = 10_000

/** The customer's plans that were ever active, newest first. */
export const subscriptionsQuery = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: ({ signal }): Promise<Plan[]> =>
    call('GET /api/subscriptions', { signal, expect: listOf(isPlan) }),
})

/** Whether a plan still runs: a month that is paid late does not end it. */
export function isRunning({ status }: Plan): boolean {
  return status === 'active' || status === 'past_due'
}

/** Ends a plan at once; a repeat says that it has ended already. Gives what to tell the customer. */
export async function cancelPlan({ id }: Plan): Promise<string> {
  const { message } = await call('POST /api/subscriptions/:id/cancel', {
    params: { id },
    expect: messageAnswer,
  })
  return message
}
