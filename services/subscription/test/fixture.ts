import type { EventData, PlanAtStripe, PlanSessionRequest, Subscription } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { conflict, type SessionUser } from '@prankpost/service-kit'
import {
  newCustomer,
  newId,
  prankShipped as shippedPrank,
  standInClient,
  standInDiscount,
  startServiceForTest,
} from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

/** A fake payment service. A test can read its calls, and run code before an answer. */
function standInForPayment() {
  const state = {
    calls: [] as string[],
    sessions: new Map<string, PlanSessionRequest>(),
    /** Plans that are paid. */
    paid: new Set<string>(),
    /** The terms of each plan at Stripe, and the end of its present period there. */
    terms: new Map<string, PlanAtStripe>(),
    ended: new Map<string, { endedAt: string; endedBy: 'customer' | 'stripe' }>(),
    /** As Stripe does, whose plans are not years behind: a pause must not end in the past. */
    refusesPastPauses: false,
    /** Runs before payment answers a call. */
    before: async (_path: string): Promise<void> => undefined,
  }
  const changeTerms = (planId: string, path: string, body: unknown): PlanAtStripe => {
    const known = state.terms.get(planId) ?? termsAtStart()
    const { resumesAt } = body as { resumesAt?: string | null }
    if (state.refusesPastPauses && resumesAt && new Date(resumesAt) <= new Date()) {
      throw new Error('`resumes_at` must be in the future.')
    }
    const change = path.endsWith('/pause')
      ? { pausedUntil: (body as { resumesAt: string | null }).resumesAt }
      : (body as Pick<PlanAtStripe, 'prankCount' | 'amountCents'>)
    const terms = { ...known, ...change, at: new Date(new Date(known.at).getTime() + 1).toISOString() }
    state.terms.set(planId, terms)
    return terms
  }
  const answer = (path: string, body: unknown): unknown => {
    if (path === '/internal/plan-sessions') {
      const request = body as PlanSessionRequest
      if (state.paid.has(request.planId)) throw conflict('Your plan is paid already.')
      state.sessions.set(request.planId, request)
      return { sessionId: `cs_${request.planId}`, url: `http://pay.test/${request.planId}` }
    }
    const planId = path.split('/')[3] ?? ''
    if (path.endsWith('/close-session')) {
      if (state.paid.has(planId)) return { closed: false }
      state.sessions.delete(planId)
      return { closed: true }
    }
    if (path.endsWith('/change') || path.endsWith('/pause')) return changeTerms(planId, path, body)
    const known = state.ended.get(planId)
    const end = known ?? { endedAt: new Date().toISOString(), endedBy: 'customer' as const }
    state.ended.set(planId, end)
    return { cancelled: true, alreadyCancelled: known !== undefined, ...end }
  }
  const client = standInClient({
    async post(path, body) {
      state.calls.push(path)
      await state.before(path)
      return answer(path, body)
    },
  })
  return { state, client }
}

const termsAtStart = (): PlanAtStripe => ({
  prankCount: 3,
  amountCents: 1497,
  pausedUntil: null,
  currentPeriodEnd: monthStart(1),
  at: '2025-01-01T00:00:00.000Z',
})

/** A consuming subscription service with its own database and queues, and a fake payment service. */
export async function startFixture() {
  const { state: payment, client } = standInForPayment()
  const others = {
    /** Codes that catalog knows besides MARKYMARC. */
    discounts: {} as Record<string, object>,
    /** What catalog answers to reservations, and their paths and bodies. */
    reserve: async (): Promise<unknown> => ({ reserved: true }),
    reservations: [] as [string, unknown][],
    hasPaid: false,
  }
  const catalog = standInClient({
    get: (path) => standInDiscount(path, others.discounts),
    async post(path, body) {
      others.reservations.push([path, body])
      return path.endsWith('/end') ? { ended: true } : others.reserve()
    },
  })
  const order = standInClient({ get: () => ({ hasPaid: others.hasPaid }) })
  const subscription = await startServiceForTest(service, testNamespace(), {
    others: { payment: client, catalog, order },
  })
  const { call, deliver, models } = subscription
  const { plans } = models

  return {
    ...subscription,
    plans,
    payment,
    others,
    internal: subscription.clientFor('subscription-logs'),
    deadLetters: () => subscription.deadLetters('plan-paid'),
    checkout: (as: SessionUser, prankCount: unknown = 3, discountCode?: string) =>
      call('POST', '/api/create-subscription-checkout', { as, body: { prankCount, discountCode } }),
    cancel: (as: SessionUser, planId: string) => call('POST', `/api/subscriptions/${planId}/cancel`, { as }),
    async own(as: SessionUser): Promise<Subscription[]> {
      return (await call('GET', '/api/subscriptions', { as })).body
    },
    /** A customer with a plan whose first month was paid on the given day. */
    async activePlan({ prankCount = 3, paidAt = monthStart(0) } = {}) {
      const user = newCustomer()
      const planId = newId()
      await deliver(planPaid(user, planId, { prankCount, month: monthOf(planId, 0, { paidAt }) }))
      return { user, planId }
    },
    /** The names of the events that the plan has emitted so far, and the payload of the last one. */
    async emitted(planId: string) {
      const plan = await plans.findById(planId).lean()
      const names = plan?.outbox.map(({ type }) => type)
      expectSame(
        names,
        plan?.journal.map(({ type }) => type),
      )
      return { names, last: plan?.outbox.at(-1)?.data as Record<string, unknown> | undefined }
    },
  }
}

function expectSame(outbox: unknown, journal: unknown) {
  if (JSON.stringify(outbox) !== JSON.stringify(journal)) throw new Error('outbox and journal differ')
}

const emit = { payment: createEmitter('payment') }
type Month = EventData<'plan-paid'>['month']

/** The start of the nth month of a test's plan, in the year 2025. */
export const monthStart = (n: number) => new Date(Date.UTC(2025, n, 15)).toISOString()

/** The nth month of a plan. The id of its invoice contains the plan and the number. */
export function monthOf(planId: string, n: number, over: Partial<Month> = {}): Month {
  return {
    invoiceId: `in_${planId}_${n}`,
    paymentIntentId: `pi_${n}`,
    periodStart: monthStart(n),
    periodEnd: monthStart(n + 1),
    paidAt: monthStart(n),
    ...over,
  }
}

const stripeId = (planId: string) => `sub_${planId}`

export function planPaid(
  { id: ownerId, ...customer }: SessionUser,
  planId: string,
  over: Partial<EventData<'plan-paid'>> = {},
) {
  return emit.payment('plan-paid', planId, {
    planId,
    stripeSubscriptionId: stripeId(planId),
    ownerId,
    customer,
    prankCount: 3,
    sessionId: `cs_${planId}`,
    amountCents: 1497,
    month: monthOf(planId, 0),
    ...over,
  })
}

export const planRenewed = (planId: string, n: number, amountCents = 1497, prankCount?: number) =>
  emit.payment('plan-renewed', planId, {
    planId,
    stripeSubscriptionId: stripeId(planId),
    prankCount,
    amountCents,
    month: monthOf(planId, n),
  })

/** The terms of a plan at Stripe, as payment reports them. */
export const planChanged = (planId: string, terms: PlanAtStripe) =>
  emit.payment('plan-changed', planId, { planId, stripeSubscriptionId: stripeId(planId), ...terms })

export const planPaymentFailed = (planId: string, n: number, attempt = 1, amountCents = 1497) =>
  emit.payment('plan-payment-failed', planId, {
    planId,
    stripeSubscriptionId: stripeId(planId),
    invoiceId: `in_${planId}_${n}`,
    periodStart: monthStart(n),
    amountCents,
    attempt,
    failedAt: monthStart(n),
  })

/** The dispute about the payment of a plan's month. */
export const disputeChanged = (
  planId: string,
  n: number,
  status: 'open' | 'won' | 'lost',
  { dispute = 'du', at = monthStart(n) } = {},
) =>
  emit.payment('dispute-changed', planId, {
    ...{ orderId: null, planId, invoiceId: `in_${planId}_${n}`, ownerId: null },
    ...{ disputeId: `${dispute}_${planId}_${n}`, paymentIntentId: `pi_${n}`, amountCents: 1497 },
    ...{ reason: 'fraudulent', status, at },
  })

export const planEnded = (planId: string, endedBy: 'customer' | 'stripe' = 'stripe') =>
  emit.payment('plan-ended', planId, {
    planId,
    stripeSubscriptionId: stripeId(planId),
    endedAt: '2025-06-01T00:00:00.000Z',
    endedBy,
  })

interface ShippedPart {
  month?: number
  parcelsShipped?: number
  shippedAt?: string
  orderId?: string
}

/** A shipped parcel of a plan's month, or of an order when its id is given. */
export function prankShipped(planId: string, part: ShippedPart = {}) {
  const { month = 0, parcelsShipped = 1, shippedAt = monthStart(month), orderId = null } = part
  return shippedPrank({
    ...{ orderId, parcelsShipped, parcelsTotal: 3, shippedAt },
    ...(orderId === null && {
      subscriptionId: planId,
      stripeSubscriptionId: stripeId(planId),
      invoiceId: `in_${planId}_${month}`,
    }),
  })
}
