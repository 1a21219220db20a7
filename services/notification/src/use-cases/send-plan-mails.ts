import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import {
  paymentFailedMail,
  planChangedMail,
  planChargedMail,
  planEndedMail,
  planPausedMail,
  planRecoveredMail,
  planResumedMail,
  planStartedMail,
  renewalDueMail,
} from '../mails/plans.ts'
import { readMailOrder } from './mail-order.ts'
import { sendToCustomer } from './send-to-customer.ts'

/**
 * Confirms a new plan or the payment of a further month, once for each event.
 * @throws NotYet while order does not know the month
 */
export async function sendPaidMonthMail(
  id: string,
  plan: EventData<'subscription-created' | 'subscription-renewed'>,
  kind: 'plan-started' | 'plan-charged',
  deps: Deps,
): Promise<void> {
  const contentOf = kind === 'plan-started' ? planStartedMail : planChargedMail
  await sendToCustomer(
    { id, ownerId: plan.ownerId, kind },
    async (recipient) => contentOf(recipient, plan, await readMailOrder(plan.month, deps), deps.publicUrl),
    deps,
  )
}

const updates = {
  past_due: { kind: 'payment-failed', contentOf: paymentFailedMail },
  recovered: { kind: 'plan-recovered', contentOf: planRecoveredMail },
  changed: { kind: 'plan-changed', contentOf: planChangedMail },
  paused: { kind: 'plan-paused', contentOf: planPausedMail },
  resumed: { kind: 'plan-resumed', contentOf: planResumedMail },
} as const

/** Reports a change of a plan: of its payment, its size or a pause. Once for each event. */
export async function sendPlanUpdatedMail(
  id: string,
  plan: EventData<'subscription-updated'>,
  deps: Deps,
): Promise<void> {
  const { kind, contentOf } = updates[plan.change]
  await sendToCustomer(
    { id, ownerId: plan.ownerId, kind },
    (recipient) => contentOf(recipient, plan, deps.publicUrl),
    deps,
  )
}

/** Announces the next payment of a plan, once for each event. */
export async function sendRenewalDueMail(
  id: string,
  plan: EventData<'subscription-renewal-due'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId: plan.ownerId, kind: 'plan-renewal-due' },
    (recipient) => renewalDueMail(recipient, plan, deps.publicUrl),
    deps,
  )
}

/** Confirms the end of a plan, once for each event. */
export async function sendPlanEndedMail(
  id: string,
  plan: EventData<'subscription-cancelled'>,
  deps: Deps,
): Promise<void> {
  await sendToCustomer(
    { id, ownerId: plan.ownerId, kind: 'plan-ended' },
    (recipient) => planEndedMail(recipient, plan, deps.publicUrl),
    deps,
  )
}
