import {
  firstOrderRefusal,
  heldElsewhere,
  type InternalDiscount,
  internalDiscount,
  monthlyPrice,
  paidOrders,
  renewalConsent,
  reservationAnswer,
  reservationEnded,
  type SessionCreated,
  sessionClosed,
  sessionCreated,
} from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { conflict, invalid, type SessionUser, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { liveStatuses, type Plan, planSearchTerms } from '../plan.model.ts'

interface StartCheckoutInput {
  prankCount: number
  discountCode?: string | null | undefined
  user: SessionUser
}
type Terms = Pick<Plan, 'prankCount' | 'amountCents' | 'discount'>

const maxAttempts = 5

/**
 * Opens the checkout session of a plan. The plan is stored as `pending` before any payment, with the renewal terms that
 * the customer agrees to. The same choice again returns the same plan and session, also after a crash in between. Another
 * choice replaces the pending plan, whose session can then no longer be paid.
 * A use of a limited code is held before the session is opened, and then for as long as the session can be paid. If the
 * process dies before that, the repeated call does it; no customer has the session's URL until then.
 * @throws 409 while a plan is running or being paid, when a code is used up, or while the shop is closed, 400 for a code that cannot be used, 503 when
 * payment, Stripe or (with a code) catalog is unavailable
 */
export async function startCheckout(input: StartCheckoutInput, deps: Deps): Promise<SessionCreated> {
  await deps.shop.requireOpen(deps.now())
  const { firstOrderOnly, ...terms } = await termsOf(input, deps)
  const plan = await pendingPlan(terms, input.user, deps)
  checkpoint('subscription:plan-pending')
  await holdDiscount(plan, { firstOrderOnly, sessionId: null }, deps)
  const session = await openSession(plan, deps)
  await holdDiscount(plan, { firstOrderOnly, sessionId: session.sessionId }, deps)
  if ((await deps.plans.exists({ _id: plan._id })) !== null) return session
  // A concurrent call with another choice replaced this plan. This session was not returned, so it can be closed.
  await closeSession(plan._id, deps)
  await releaseDiscount(plan, deps)
  throw conflict('You have chosen another plan meanwhile. Please try again.')
}

/** The price of a month: $4.99 for each prank, less the discount. @throws 400 for a code that cannot be used */
async function termsOf(
  input: StartCheckoutInput,
  deps: Deps,
): Promise<Terms & Pick<InternalDiscount, 'firstOrderOnly'>> {
  const { prankCount, discountCode: code } = input
  if (!code) return { prankCount, amountCents: monthlyPrice(prankCount, null), firstOrderOnly: false }
  const { firstOrderOnly, ...discount } = await readDiscount(code, input.user, deps)
  if (firstOrderOnly) {
    const query = new URLSearchParams({ ownerId: input.user.id })
    const { hasPaid } = await deps.order.get(`/internal/paid-orders?${query}`, paidOrders)
    if (hasPaid) throw invalid(firstOrderRefusal)
  }
  return { prankCount, amountCents: monthlyPrice(prankCount, discount), discount, firstOrderOnly }
}

function readDiscount(code: string, { id }: SessionUser, { catalog }: Deps): Promise<InternalDiscount> {
  const query = new URLSearchParams({ code, customerId: id, appliesTo: 'plan' })
  return catalog.get(`/internal/discounts?${query}`, internalDiscount)
}

/**
 * Holds a use of a limited code; a repeat renews it.
 * @throws 409 with a message for the customer when it is used up, or held by another purchase of the customer
 */
async function holdDiscount(
  { _id: orderId, ownerId, discount }: Plan,
  { firstOrderOnly, sessionId }: { firstOrderOnly: boolean; sessionId: string | null },
  { catalog }: Deps,
): Promise<void> {
  if (!discount?.isLimited) return
  const request = { orderId, pranks: [], discount: { code: discount.code, customerId: ownerId }, sessionId }
  const { reserved } = await catalog.post('/internal/reservations', reservationAnswer, request)
  if (!reserved) throw conflict(heldElsewhere({ firstOrderOnly }))
}

/** Ends the hold of a plan that can no longer be paid; a repeat has no effect. */
async function releaseDiscount({ _id: orderId, discount }: Plan, { catalog }: Deps): Promise<void> {
  if (discount?.isLimited) await catalog.post('/internal/reservations/end', reservationEnded, { orderId })
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
      await agreeToPresentTerms(pending, deps)
      return pending
    } else {
      await replace(pending, deps)
    }
  }
  throw conflict('Your plan is being changed in another window. Please try again.')
}

const sameTerms = (plan: Plan, { prankCount, amountCents, discount }: Terms) =>
  plan.prankCount === prankCount && plan.amountCents === amountCents && plan.discount?.code === discount?.code

/**
 * Stores the renewal terms again if the pending plan was chosen under an earlier version of the terms of service. A repeat
 * changes nothing.
 */
async function agreeToPresentTerms({ _id, amountCents }: Plan, { outbox, texts }: Deps): Promise<void> {
  const consent = renewalConsent(amountCents, 'starting', await texts.labelOf('terms'))
  await outbox.change({ _id, status: 'pending' }, ({ agreements = [] }) =>
    agreements.at(-1)?.version === consent.version
      ? null
      : { update: { $push: { agreements: { ...consent, at: new Date() } } } },
  )
}

/** Returns null when a concurrent call created a plan first: the unique key allows only one. */
async function insertPending(
  terms: Terms,
  user: SessionUser,
  { plans, outbox, texts }: Deps,
): Promise<Plan | null> {
  const { id: ownerId, email, firstName, lastName } = user
  const consent = renewalConsent(terms.amountCents, 'starting', await texts.labelOf('terms'))
  const now = new Date()
  const names = {
    _id: new Types.ObjectId().toHexString(),
    ownerId,
    customer: { email, firstName, lastName },
  }
  const plan: Omit<Plan, 'outbox' | 'revision'> = {
    ...names,
    ...terms,
    agreements: [{ ...consent, at: now }],
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
  return (await unlessDuplicate(outbox.insert(plan))) ? plans.findById(plan._id).lean() : null
}

/** Deletes a pending plan once its session can no longer be paid. @throws 409 when it was or can still be paid */
async function replace(plan: Plan, deps: Deps): Promise<void> {
  if (!(await closeSession(plan._id, deps))) throw beingPaid()
  checkpoint('subscription:session-closed')
  await releaseDiscount(plan, deps)
  await deps.plans.deleteOne({ _id: plan._id, status: 'pending' })
  checkpoint('subscription:plan-replaced')
}

async function closeSession(planId: string, { payment }: Deps): Promise<boolean> {
  const { closed } = await payment.post(`/internal/plans/${planId}/close-session`, sessionClosed, {})
  return closed
}

/** @throws 409 with payment's message when the plan is paid, or while a bank processes its payment */
function openSession({ _id, ownerId, customer, prankCount, amountCents }: Plan, { payment }: Deps) {
  const request = { planId: _id, ownerId, customer, prankCount, amountCents }
  return payment.post('/internal/plan-sessions', sessionCreated, request)
}

const beingPaid = () =>
  conflict(
    'The plan that you chose before is paid, or your bank is still processing its payment. You do not have to pay again; please check back later.',
  )
