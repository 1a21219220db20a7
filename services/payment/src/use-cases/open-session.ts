import type { OrderSessionRequest, PlanSessionRequest, SessionCreated } from '@prankpost/contracts'
import { checkpoint, currentTraceparent } from '@prankpost/messaging'
import { conflict, isDuplicateKey } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import { createSession, isRefusal, type PaymentRequest } from '../checkout-session.ts'
import type { Deps } from '../deps.ts'
import { latestSession, type Payment, type PaymentSession } from '../payment.model.ts'
import { sessionRefused } from '../stripe-client.ts'
import { settleSession } from './settle-session.ts'

/**
 * Opens the checkout session of a one-time order. While one is open the same is answered; a new one
 * is made when the last expired or was refused. A crash between Stripe's answer and our note is
 * healed by the next call: the attempt's number is the idempotency key.
 * @throws 409 when the order is paid, 503 when Stripe is away, 422 when Stripe refuses
 */
export async function openOrderSession(request: OrderSessionRequest, deps: Deps): Promise<SessionCreated> {
  const { orderId, isFirst, ...rest } = request
  const order: PaymentRequest = { ...rest, _id: orderId, kind: 'order', prankCount: null, customerName: null }
  const first = isFirst ? await openFirstSession(order, deps) : null
  return first ?? openSession(order, deps)
}

/** Opens the checkout session of a plan; the same promises as for an order. */
export function openPlanSession(request: PlanSessionRequest, deps: Deps): Promise<SessionCreated> {
  const { planId, customer, ...rest } = request
  const { email: customerEmail, ...customerName } = customer
  const name = `Auto-Prank: ${request.prankCount} ${request.prankCount === 1 ? 'prank' : 'pranks'} a month`
  const lines = [{ name, quantity: 1, unitCents: request.amountCents }]
  return openSession({ ...rest, customerEmail, customerName, _id: planId, kind: 'plan', lines }, deps)
}

/**
 * Asks Stripe first, and writes payment and session at once. Until that is written nobody knows where to pay, so a
 * session that a crash keeps from it is never paid; the next call gets the same one. Null when Stripe refuses, or the
 * payment is known after all.
 */
async function openFirstSession(request: PaymentRequest, deps: Deps): Promise<SessionCreated | null> {
  const attempt = newAttempt(1)
  const session = await createSession(request, attempt.attempt, deps).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
  if (session === null) return null
  checkpoint('payment:first-session-created')
  const open = { ...attempt, status: 'open' as const, id: session.id, url: session.url }
  const registered = await insertPayment(request, open, deps)
  return registered && { sessionId: session.id, url: String(session.url) }
}

/** Notes the attempt before Stripe is asked, so that it is asked for the same again. */
async function openSession(request: PaymentRequest, deps: Deps): Promise<SessionCreated> {
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
async function registerPayment(request: PaymentRequest, deps: Deps): Promise<Payment | null> {
  const registered = await insertPayment(request, newAttempt(1), deps)
  if (registered) return registered
  const known = await deps.payments.findById(request._id, { ownerId: 1, amountCents: 1 }).lean()
  if (known?.ownerId !== request.ownerId || known.amountCents !== request.amountCents) {
    throw conflict('This payment was started with another amount. Please start a new order.')
  }
  return null
}

/** Null when the payment is there already. */
async function insertPayment(
  request: PaymentRequest,
  session: PaymentSession,
  deps: Deps,
): Promise<Payment | null> {
  try {
    return await deps.outbox.insert({
      ...request,
      sessions: [session],
      paidSessionId: null,
      invoices: [],
      endedAt: null,
      endedBy: null,
      ...(session.status === 'open' ? { sweepAt: nextSweep(deps) } : {}),
      sweeps: 0,
      createdAt: new Date(),
    })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return null
  }
}

/** An attempt that Stripe has not answered yet: its number is the idempotency key. */
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
  try {
    return await createSession(payment, attempt, deps)
  } catch (error) {
    if (!isRefusal(error)) throw error
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
    return { update: { $set: { sessions, sweeps: 0, sweepAt: nextSweep(deps) } } }
  }
  await deps.outbox.change({ _id: known._id }, note, known)
  return { sessionId: session.id, url: String(session.url) }
}

const nextSweep = ({ sweepAfterMs }: Deps) => new Date(Date.now() + sweepAfterMs)

const markAttempt = (payment: Payment, attempt: number, change: Partial<PaymentSession>) =>
  payment.sessions.map((one) => (one.attempt === attempt ? { ...one, ...change } : one))
