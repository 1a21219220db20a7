import {
  basePriceCents,
  discountedPriceCents,
  planSessionClosed,
  renewalConsent,
  type SessionCreated,
  sessionCreated,
  discountCode as validCode,
} from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { AppError, conflict, invalid, isDuplicateKey, type SessionUser } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { liveStatuses, type Plan, planSearchTerms } from '../plan.model.ts'

interface StartCheckoutInput {
  prankCount: number
  discountCode?: string | null | undefined
  user: SessionUser
}
type Terms = Pick<Plan, 'prankCount' | 'amountCents'>

const maxAttempts = 5

/**
 * Opens the checkout session of a plan. The plan is stored as `pending` before any payment, with the renewal terms that
 * the customer agrees to. The same choice again returns the same plan and session, also after a crash in between. Another
 * choice replaces the pending plan, whose session can then no longer be paid.
 * @throws 409 while a plan is running or being paid, 400 for an invalid code, 503 when payment or Stripe is unavailable
 */
export async function startCheckout(input: StartCheckoutInput, deps: Deps): Promise<SessionCreated> {
  const plan = await pendingPlan(termsOf(input), input.user, deps)
  checkpoint('subscription:plan-pending')
  const session = await openSession(plan, deps)
  if ((await deps.plans.exists({ _id: plan._id })) !== null) return session
  // A concurrent call with another choice replaced this plan. This session was not returned, so it can be closed.
  await closeSession(plan._id, deps)
  throw conflict('You have chosen another plan meanwhile. Please try again.')
}

/** $0.99 a month for the whole plan with the discount, $4.99 for each prank without. @throws 400 for an invalid code */
function termsOf({ prankCount, discountCode: code }: StartCheckoutInput): Terms {
  if (!code) return { prankCount, amountCents: basePriceCents * prankCount }
  if (code.toUpperCase() !== validCode) throw invalid('The discount code you entered is not valid.')
  return { prankCount, amountCents: discountedPriceCents }
}

/** Finds or creates the customer's pending plan with these terms. A pending plan with other terms is replaced. */
async function pendingPlan(terms: Terms, user: SessionUser, deps: Deps): Promise<Plan> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const live = await deps.plans
      .find({ ownerId: user.id, status: { $in: liveStatuses } })
      .limit(10)
      .lean()
    if (live.some(({ status }) => status !== 'pending')) {
      throw conflict('You have an active plan already. Cancel it first to start a new one.')
    }
    const pending = live.find(({ liveKey }) => liveKey !== undefined)
    if (pending === undefined) {
      const made = await insertPending(terms, user, deps)
      if (made !== null) return made
    } else if (sameTerms(pending, terms)) {
      return pending
    } else {
      await replace(pending, deps)
    }
  }
  throw conflict('Your plan is being changed in another window. Please try again.')
}

const sameTerms = (plan: Plan, { prankCount, amountCents }: Terms) =>
  plan.prankCount === prankCount && plan.amountCents === amountCents

/** Returns null when a concurrent call created a plan first: the unique key allows only one. */
async function insertPending(terms: Terms, user: SessionUser, { plans, outbox }: Deps): Promise<Plan | null> {
  const { id: ownerId, email, firstName, lastName } = user
  const now = new Date()
  const names = {
    _id: new Types.ObjectId().toHexString(),
    ownerId,
    customer: { email, firstName, lastName },
  }
  const plan: Omit<Plan, 'outbox' | 'revision'> = {
    ...names,
    ...terms,
    agreements: [{ ...renewalConsent(terms.amountCents), at: now }],
    liveKey: ownerId,
    status: 'pending',
    months: [],
    failedThrough: null,
    lastFulfillmentDate: null,
    cancelledAt: null,
    journal: [],
    searchTerms: planSearchTerms(names),
    createdAt: now,
    updatedAt: now,
  }
  try {
    await outbox.insert(plan)
  } catch (error) {
    if (isDuplicateKey(error)) return null
    throw error
  }
  return plans.findById(plan._id).lean()
}

/** Deletes a pending plan once its session can no longer be paid. @throws 409 when it was or can still be paid */
async function replace(plan: Plan, deps: Deps): Promise<void> {
  if (!(await closeSession(plan._id, deps))) throw beingPaid()
  checkpoint('subscription:session-closed')
  await deps.plans.deleteOne({ _id: plan._id, status: 'pending' })
  checkpoint('subscription:plan-replaced')
}

async function closeSession(planId: string, { payment }: Deps): Promise<boolean> {
  const { closed } = await payment.post(`/internal/plans/${planId}/close-session`, planSessionClosed, {})
  return closed
}

async function openSession({ _id, ownerId, customer, prankCount, amountCents }: Plan, { payment }: Deps) {
  const request = { planId: _id, ownerId, customer, prankCount, amountCents }
  try {
    return await payment.post('/internal/plan-sessions', sessionCreated, request)
  } catch (error) {
    throw error instanceof AppError && error.code === 'conflict' ? beingPaid() : error
  }
}

const beingPaid = () => conflict('Your plan is paid already. It will be active in a moment.')
