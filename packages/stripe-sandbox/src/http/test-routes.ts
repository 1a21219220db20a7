import { json, type Request, Router, urlencoded } from 'express'
import type { Filter } from 'mongodb'
import { z } from 'zod'
import type { Checkout } from '../checkout.model.ts'
import { toRefund } from '../objects/charge.ts'
import { toDispute } from '../objects/dispute.ts'
import { toInvoice } from '../objects/invoice.ts'
import { toSession } from '../objects/session.ts'
import { toSubscription } from '../objects/subscription.ts'
import { noSuch } from '../stripe-error.ts'
import { draftRenewal, dropInvoice, failRenewal, renewPlan } from '../use-cases/bill-plan.ts'
import { planOf } from '../use-cases/change-plan.ts'
import { expireSession } from '../use-cases/close-session.ts'
import type { Decide } from '../use-cases/context.ts'
import { paySession } from '../use-cases/pay-session.ts'
import { renderCustomer, replaceCard } from '../use-cases/replace-card.ts'
import { type Chaos, chaosSchema } from '../webhooks/chaos.ts'
import type { StoredEvent } from '../webhooks/event-log.ts'
import { type ApiDelay, apiDelaySchema } from './api-delay.ts'
import type { RouteDeps } from './deps.ts'
import { toEvent } from './event-routes.ts'
import { readParams } from './form-params.ts'
import { testPaymentRoutes } from './test-payment-routes.ts'

/** A date: seconds since 1970, or ISO 8601. */
const at = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((at) => (at === null || at === undefined ? null : readMoment(at)))
  .refine((at) => at === null || !Number.isNaN(at.getTime()), 'Invalid date: give seconds or ISO 8601')
const completeSession = z.strictObject({ card: z.string().max(40).nullish(), at })
const billing = z.strictObject({ at })
const newCard = z.strictObject({ card: z.string().max(40).default('4242424242424242') })
const stateQuery = z.object({ limit: z.coerce.number().int().min(1).max(100_000).default(10_000) })

/** Endpoints for tests and demos that Stripe does not have: /test/... */
export function testRoutes(
  deps: RouteDeps & { setChaos: (chaos: Chaos) => Promise<void>; apiDelay: ApiDelay },
): Router {
  const { ledger, log, now, setChaos, apiDelay } = deps
  const routes = Router()
  // Many clients send a body without a content type as text/plain: parse it as JSON.
  routes.use(
    json({ limit: '64kb', type: ['json', 'text/plain'] }),
    urlencoded({ extended: true, limit: '64kb' }),
  )

  async function change(find: Filter<Checkout>, missing: Error, decide: Decide): Promise<Checkout> {
    const changed = await ledger.change(find, { now: now(), request: null }, decide)
    if (!changed) throw missing
    if (changed.decision.refusal) throw changed.decision.refusal
    return changed.document
  }

  const session = (path: string, decideFrom: (body: unknown) => Decide) =>
    routes.post(path, async (req: Request<{ id: string }>, res) => {
      const { id } = req.params
      const missing = noSuch('checkout.session', id, 'session')
      res.json(toSession(await change({ _id: id }, missing, decideFrom(req.body))))
    })
  session('/checkout/sessions/:id/complete', (body) => {
    const { card, at } = readParams(completeSession, body)
    return paySession(card ?? '4242424242424242', at)
  })
  session('/checkout/sessions/:id/expire', () => expireSession)

  const plan = (path: string, decideFrom: (at: Date | null) => Decide) =>
    routes.post(path, async (req: Request<{ id: string }>, res) => {
      const { id } = req.params
      const { at } = readParams(billing, req.body)
      const checkout = await change({ 'plan.id': id }, noSuch('subscription', id), decideFrom(at))
      res.json(toSubscription(checkout, planOf(checkout)))
    })
  plan('/subscriptions/:id/renew', renewPlan)
  plan('/subscriptions/:id/fail-renewal', failRenewal)
  plan('/subscriptions/:id/draft-renewal', draftRenewal)
  plan('/subscriptions/:id/void-invoice', (at) => dropInvoice('void', at))
  plan('/subscriptions/:id/give-up-invoice', (at) => dropInvoice('uncollectible', at))

  routes.use(testPaymentRoutes(deps))

  routes.post('/customers/:id/card', async (req: Request<{ id: string }>, res) => {
    const { card } = readParams(newCard, req.body)
    const context = { now: now(), request: null }
    const changed = await deps.customerLedger.change(req.params.id, context, replaceCard(card, context.now))
    if (!changed) throw noSuch('customer', req.params.id)
    res.json(renderCustomer(changed.document))
  })

  routes.post('/webhooks/chaos', async (req, res) => {
    const chaos = readParams(chaosSchema, req.body)
    await setChaos(chaos)
    res.json(chaos)
  })

  routes.post('/api/chaos', (req, res) => {
    apiDelay.set(readParams(apiDelaySchema, req.body).delayMs)
    res.json(apiDelay.state())
  })
  routes.get('/api/chaos', (_req, res) => {
    res.json(apiDelay.state())
  })

  routes.get('/state', async (req, res) => {
    const { limit } = readParams(stateQuery, req.query)
    const [checkouts, events] = await Promise.all([
      ledger.model.find().sort({ createdAt: -1, _id: -1 }).limit(limit).toArray(),
      log.events.find().sort({ createdAt: -1, _id: -1 }).limit(limit).toArray(),
    ])
    res.json({
      sessions: checkouts.map(toSession),
      subscriptions: checkouts.flatMap((checkout) =>
        checkout.plan ? [toSubscription(checkout, checkout.plan)] : [],
      ),
      invoices: checkouts.flatMap(allInvoices),
      refunds: checkouts.flatMap(allRefunds),
      disputes: checkouts.flatMap(allDisputes),
      events: events.map(toEvent),
      deliveries: events.flatMap(allDeliveries),
    })
  })

  return routes
}

function readMoment(at: number | string): Date {
  return /^\d+$/.test(String(at)) ? new Date(Number(at) * 1000) : new Date(at)
}

function allInvoices(checkout: Checkout) {
  const { plan } = checkout
  return plan ? plan.invoices.map((invoice) => toInvoice(checkout, plan, invoice)).reverse() : []
}

function allRefunds(checkout: Checkout) {
  return checkout.payments.flatMap((payment) =>
    payment.refunds.map((refund) => toRefund(checkout, payment, refund)),
  )
}

function allDisputes(checkout: Checkout) {
  return checkout.payments.flatMap((payment) =>
    (payment.disputes ?? []).map((dispute) => toDispute(checkout, payment, dispute)),
  )
}

function allDeliveries({ _id, type, deliveries }: StoredEvent) {
  return deliveries.map((delivery, copy) => ({
    id: `${_id}:${copy}`,
    object: 'webhook_delivery',
    event: _id,
    type,
    copy,
    status: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt ?? null,
    delivered_at: delivery.deliveredAt,
    last_response_status: delivery.lastStatus,
    last_error: delivery.lastError,
  }))
}
