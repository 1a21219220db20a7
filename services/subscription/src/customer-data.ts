import { deletedCustomer, planCancelled, sessionClosed, toAgreement } from '@prankpost/contracts'
import { NotYet } from '@prankpost/messaging'
import type { PersonalData } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { hiddenFields, toDto } from './plan.dto.ts'
import { type Plan, planSearchTerms, runningStatuses } from './plan.model.ts'
import { noteUnsent } from './use-cases/cancel-plan.ts'
import { endPlan } from './use-cases/end-plan.ts'

/**
 * The personal data that subscription stores: the customer's plans. A running plan is cancelled at Stripe. An unpaid
 * plan is closed at Stripe and deleted. Plans that were ever active are kept for accounting, without the name.
 */
export function personalData(deps: Deps): PersonalData {
  const { plans } = deps
  return {
    async *collect({ ownerId }) {
      for await (const plan of plans
        .find({ ownerId, startedAt: { $exists: true } }, hiddenFields)
        .lean()
        .cursor()) {
        const { agreement: _newest, ...shown } = toDto(plan)
        yield { ...shown, agreements: (plan.agreements ?? []).map(toAgreement), months: plan.months }
      }
    },
    async count({ ownerId }) {
      const of = (filter: object) => plans.countDocuments({ ownerId, ...filter })
      const [running, paid, pending] = await Promise.all([
        of({ status: { $in: runningStatuses } }),
        of({ status: { $ne: 'pending' } }),
        of({ status: 'pending' }),
      ])
      return [
        { what: 'Running plans, cancelled at once', outcome: 'anonymized', count: running },
        { what: 'Plans that were paid', outcome: 'anonymized', count: paid },
        { what: 'Plans that were not paid', outcome: 'deleted', count: pending },
      ]
    },
    async erase({ ownerId }) {
      for (const plan of await plans.find({ ownerId }).lean()) {
        // The name is erased first, so that the event about the end of the plan does not contain it.
        await eraseCustomer(plan, deps)
        if (plan.status === 'pending') await dropPending(plan, deps)
        else if (plan.status !== 'cancelled') await cancel(plan, deps)
      }
      return { done: true }
    },
  }
}

async function eraseCustomer({ _id }: Plan, { outbox }: Deps): Promise<void> {
  await outbox.change({ _id }, (plan) => {
    if (plan.customer.firstName === deletedCustomer.firstName && plan.customer.email === '') return null
    const customer = { ...deletedCustomer }
    const journal = plan.journal.map((reported) => ({
      ...reported,
      data: { ...(reported.data as object), customer },
    }))
    return {
      update: { $set: { customer, journal, searchTerms: planSearchTerms({ ...plan, customer }) } },
    }
  })
}

/** @throws NotYet while it is being paid: at the next attempt it is an active plan */
async function dropPending({ _id }: Plan, { plans, payment }: Deps): Promise<void> {
  const { closed } = await payment.post(`/internal/plans/${_id}/close-session`, sessionClosed, {})
  if (!closed) throw new NotYet('the plan is being paid')
  await plans.deleteOne({ _id, status: 'pending' })
}

/**
 * Cancels at Stripe first, as when the customer cancels. The unsent pranks are refunded, also if the customer chose before, in a
 * cancellation that failed, to have them sent: no target is left. A repeat, also after a crash following Stripe's answer, ends
 * the plan once.
 * @throws 503 when payment or Stripe is unavailable
 */
async function cancel({ _id }: Plan, deps: Deps): Promise<void> {
  await noteUnsent(_id, 'refund', deps)
  const ended = await deps.payment.post(`/internal/plans/${_id}/cancel`, planCancelled, {})
  await endPlan({ planId: _id, ...ended }, deps)
}
