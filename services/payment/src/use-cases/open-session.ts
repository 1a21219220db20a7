import {
  currency,
  type OrderSessionRequest,
  type PlanSessionRequest,
  type SessionCreated,
} from '@prankpost/contracts'
import { checkpoint, currentTraceparent } from '@prankpost/messaging'
import { conflict, isDuplicateKey } from '@prankpost/service-kit'
import Stripe from 'stripe'
import type { Deps } from '../deps.ts'
import { latestSession, type Payment, type PaymentSession } from '../payment.model.ts'
import { callStripe, sessionRefused } from '../stripe-client.ts'
import { settleSession } from './settle-session.ts'

/**
 * Opens the checkout session of a one-time order. While one is open the same is answered; a new one
 * is made when the last expired or was refused. A crash between Stripe's answer and our note is
 * healed by the next call: the attempt is noted first, and its number is the idempotency key.
 * @throws 409 when the order is paid, 503 when Stripe is away, 422 when Stripe refuses
 */
export function openOrderSession(request: OrderSessionRequest, deps: Deps): Promise<SessionCreated> {
  const { orderId, ...rest } = request
  return openSession({ ...rest, _id: orderId, kind: 'order', prankCount: null, customerName: null }, deps)
}

/** Opens the checkout session of a plan; the same promises as for an order. */
export function openPlanSession(request: PlanSessionRequest, deps: Deps): Promise<SessionCreated> {
  const { planId, customer, ...rest } = request
  const { email: customerEmail, ...customerName } = customer
  const name = `Auto-Prank: ${request.prankCount} ${request.prankCount === 1 ? 'prank' : 'pranks'} a month`
  const lines = [{ name, quantity: 1, unitCents: request.amountCents }]
  return openSession({ ...rest, customerEmail, customerName, _id: planId, kind: 'plan', lines }, deps)
}

type Request = Pick<
  Payment,
  '_id' | 'kind' | 'ownerId' | 'customerEmail' | 'customerName' | 'amountCents' | 'lines' | 'prankCount'
>

async function openSession(request: Request, deps: Deps): Promise<SessionCreated> {
  const registered = await registerPayment(request, deps)
  const open = registered ? null : await settleOpenSession(request._id, deps)
  if (open) return open
  const payment = registered ?? (await startAttempt(request._id, deps))
  const attempt = latestSession(payment)
  if (attempt?.status === 'open') return { sessionId: String(attempt.id), url: String(attempt.url) }
  if (attempt === undefined) throw new Error(`payment ${payment._id} has no attempt`)
  checkpoint('payment:attempt-noted')
  const session = await createAtStripe(payment, attempt, deps)
  checkpoint('payment:session-created')
  return noteOpen(payment, attempt.attempt, session, deps)
}

/**
 * Registers a payment together with the attempt that is made right away; null for one that is known already.
 * @throws 409 when it is known with another owner or amount
 */
async function registerPayment(request: Request, { payments, outbox }: Deps): Promise<Payment | null> {
  try {
    return await outbox.insert({
      ...request,
      sessions: [newAttempt(1)],
      paidSessionId: null,
      invoices: [],
      endedAt: null,
      endedBy: null,
      sweeps: 0,
      createdAt: new Date(),
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  const known = await payments.findById(request._id, { ownerId: 1, amountCents: 1 }).lean()
  if (known?.ownerId !== request.ownerId || known.amountCents !== request.amountCents) {
    throw conflict('This payment was started with another amount. Please start a new order.')
  }
  return null
}

/** An attempt that is noted before Stripe is asked: its number is the idempotency key. */
const newAttempt = (attempt: number): PaymentSession => ({
  attempt,
  status: 'creating',
  id: null,
  url: null,
  paymentIntentId: null,
  refundId: null,
  traceparent: currentTraceparent() ?? null,
  createdAt: new Date(),
})

/** What we think open may have ended meanwhile: Stripe knows. */
async function settleOpenSession(id: string, deps: Deps): Promise<SessionCreated | null> {
  const payment = await deps.payments.findById(id).lean()
  const latest = payment ? latestSession(payment) : undefined
  if (latest?.status !== 'open' || latest.id === null || latest.url === null) return null
  const state = await settleSession(latest.id, deps)
  return state === 'open' ? { sessionId: latest.id, url: latest.url } : null
}

/** Notes that a session is about to be made, or finds the attempt that a crash or a twin call left. */
async function startAttempt(id: string, { payments, outbox }: Deps): Promise<Payment> {
  await outbox.change({ _id: id }, (payment) => {
    if (payment.paidSessionId !== null) throw conflict('This order is paid already.')
    const latest = latestSession(payment)
    if (latest?.status === 'creating' || latest?.status === 'open') return null
    return { update: { $push: { sessions: newAttempt(payment.sessions.length + 1) } } }
  })
  const payment = await payments.findById(id).lean()
  if (payment === null) throw new Error(`payment ${id} is gone`)
  return payment
}

async function createAtStripe(payment: Payment, { attempt }: PaymentSession, deps: Deps) {
  const idempotencyKey = `${payment.kind}-${payment._id}-${attempt}`
  try {
    return await callStripe(() =>
      deps.stripe.checkout.sessions.create(sessionParams(payment, deps.publicUrl), { idempotencyKey }),
    )
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    await deps.outbox.change({ _id: payment._id }, (now) => ({
      update: { $set: { sessions: markAttempt(now, attempt, { status: 'refused' }) } },
    }))
    throw sessionRefused(error)
  }
}

async function noteOpen(known: Payment, attempt: number, session: Stripe.Checkout.Session, deps: Deps) {
  const note = (payment: Payment) => {
    const mine = payment.sessions.find((one) => one.attempt === attempt)
    if (mine?.status !== 'creating') return null
    const sessions = markAttempt(payment, attempt, { status: 'open', id: session.id, url: session.url })
    return { update: { $set: { sessions, sweeps: 0, sweepAt: new Date(Date.now() + deps.sweepAfterMs) } } }
  }
  await deps.outbox.change({ _id: known._id }, note, known)
  return { sessionId: session.id, url: String(session.url) }
}

const markAttempt = (payment: Payment, attempt: number, change: Partial<PaymentSession>) =>
  payment.sessions.map((one) => (one.attempt === attempt ? { ...one, ...change } : one))

/** What Stripe is asked for; the same for the same payment, so that an idempotency key can be used again. */
function sessionParams(payment: Payment, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const isPlan = payment.kind === 'plan'
  const metadata = { kind: payment.kind, id: payment._id, ownerId: payment.ownerId }
  const orderParam = isPlan ? '' : `&order_id=${payment._id}`
  return {
    mode: isPlan ? 'subscription' : 'payment',
    client_reference_id: payment._id,
    customer_email: payment.customerEmail,
    line_items: payment.lines.map(({ name, quantity, unitCents }) => ({
      quantity,
      price_data: {
        currency,
        unit_amount: unitCents,
        product_data: { name },
        ...(isPlan ? { recurring: { interval: 'month' } } : {}),
      },
    })),
    metadata,
    ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    success_url: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}${orderParam}`,
    cancel_url: isPlan ? `${publicUrl}/subscribe` : `${publicUrl}/cart`,
  }
}
