import type { Agreement } from '@prankpost/contracts/agreement'
import type { Subscription } from '@prankpost/contracts/subscription'
import { call, listOf, number, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { optionalAgreement } from '../../lib/agreements.ts'
import { optional } from '../../lib/optional.ts'

/** The fields of a plan that the account shows. */
export interface Plan {
  id: string
  status: string
  prankCount: number
  monthlyAmount: string
  /** What a month with 1, 2, ... pranks costs; a server of an earlier version leaves it out. */
  prices: string[] | null
  createdAt: string
  currentPeriodEnd: string | null
  nextPrankCount: number | null
  nextMonthlyAmount: string | null
  changesAt: string | null
  pausedUntil: string | null
  nextChargeAt: string | null
  agreement: Agreement | null
}

const plan = shape<Plan>({
  id: text,
  status: text,
  prankCount: number,
  monthlyAmount: text,
  prices: optional(listOf(text)),
  createdAt: text,
  currentPeriodEnd: optional(text),
  nextPrankCount: optional(number),
  nextMonthlyAmount: optional(text),
  changesAt: optional(text),
  pausedUntil: optional(text),
  nextChargeAt: optional(text),
  agreement: optionalAgreement,
})
/** Whether an answer is a plan. */
export const isPlan = (value: unknown): value is Subscription => plan(value)

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
