import { type RefundRequest, refundState, sessionCreated } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { eventOf, newId } from '@prankpost/service-kit/testing'
import type Stripe from 'stripe'
import { sweepEvents } from '../src/use-cases/sweep-events.ts'
import { orderRequest, planRequest, startFixture } from './fixture.ts'

const emit = createEmitter('order')

/** An order or a month that was paid and recorded. */
export interface PaidThing {
  id: string
  paymentIntentId: string
  invoiceId: string | null
  kind: 'order' | 'plan'
}

/**
 * Payment and the sandbox as in `startFixture`, with what tests of refunds and disputes need. The sandbox's clock is a
 * minute behind, so that its events are old enough for the event sweep.
 */
export async function startPaidFixture() {
  const fixture = await startFixture({ now: () => new Date(Date.now() - 60_000) })
  const { sandbox, deps, payments } = fixture
  const state = async () => (await sandbox('GET', '/test/state')).body as unknown as SandboxState
  const load = async (id: string) => {
    const payment = await payments.findById(id).lean()
    if (payment === null) throw new Error(`no payment ${id}`)
    return payment
  }
  const comeDue = () => deps.cursors.updateOne({ _id: 'stripe' }, { $set: { dueAt: new Date(0) } })

  async function openOrder() {
    const { request } = orderRequest()
    const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
    return { id: request.orderId, sessionId }
  }

  return {
    ...fixture,
    state,
    load,
    openOrder,
    /** An order of 9.98 dollars, paid with this card. */
    async payOrder(card?: string, { isReported = true } = {}): Promise<PaidThing> {
      const { id, sessionId } = await openOrder()
      const { body } = await fixture.pay(sessionId, card)
      if (isReported) await fixture.deliver(await fixture.event('checkout.session.completed', sessionId))
      return { id, paymentIntentId: String(body.payment_intent), invoiceId: null, kind: 'order' }
    },
    /** Both paid months of a plan of 14.97 dollars a month. */
    async payMonths(): Promise<[PaidThing, PaidThing]> {
      const request = planRequest()
      const { sessionId } = await fixture.asSubscription.post(
        '/internal/plan-sessions',
        sessionCreated,
        request,
      )
      const { body } = await fixture.pay(sessionId)
      await fixture.deliver(await fixture.event('checkout.session.completed', sessionId))
      const subscription = String(body.subscription)
      const renewed = await sandbox('POST', `/test/subscriptions/${subscription}/renew`, { body: {} })
      const latest = String(renewed.body.latest_invoice)
      await fixture.deliver(await fixture.event('invoice.paid', latest))
      const { data } = await deps.stripe.invoices.list({ subscription, expand: ['data.payments'] })
      const months = data.toReversed().map((invoice) => ({
        id: request.planId,
        paymentIntentId: String(invoice.payments?.data[0]?.payment.payment_intent),
        invoiceId: String(invoice.id),
        kind: 'plan' as const,
      }))
      return months as [PaidThing, PaidThing]
    },
    /** The request that order sends. */
    refundOf: (paid: PaidThing, amountCents: number, refundId = newId()): RefundRequest => ({
      refundId,
      orderId: paid.kind === 'order' ? paid.id : null,
      planId: paid.kind === 'plan' ? paid.id : null,
      invoiceId: paid.invoiceId,
      paymentIntentId: paid.paymentIntentId,
      amountCents,
      by: 'customer',
      at: new Date().toISOString(),
    }),
    refund: (request: RefundRequest) => fixture.asOrder.post('/internal/refunds', refundState, request),
    /** Delivers the event refund-requested. */
    handle: (request: RefundRequest) =>
      fixture.handlers['refund-requested'](
        eventOf(emit('refund-requested', request.orderId ?? String(request.planId), request)) as never,
      ),
    /** Newest first. */
    refundsAtStripe: async ({ paymentIntentId }: PaidThing) =>
      (await deps.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })).data,
    /** The events of a type about a payment, oldest first. */
    emitted: async ({ id }: Pick<PaidThing, 'id'>, type: string) =>
      (await load(id)).outbox.filter((entry) => entry.type === type).map(({ data }) => data as object),
    /** All events of Stripe about a payment, oldest first. */
    async stripeEvents({ paymentIntentId }: PaidThing, types: RegExp): Promise<Stripe.Event[]> {
      const { events } = await state()
      const about = events.filter((event) => JSON.stringify(event).includes(paymentIntentId))
      return about.filter(({ type }) => types.test(type)).toReversed()
    },
    /** Runs a complete scan of Stripe's list of events. */
    async sweep(): Promise<void> {
      await comeDue()
      while (await sweepEvents(deps)) {
        // Until the last page.
      }
    },
    /** With 0, the waiting calls continue. */
    delayStripe: (delayMs: number) => sandbox('POST', '/test/api/chaos', { body: { delayMs } }),
    waitingAtStripe: async () => (await sandbox('GET', '/test/api/chaos')).body.waiting as number,
  }
}

interface SandboxState {
  events: Stripe.Event[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}
