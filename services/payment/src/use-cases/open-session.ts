import type { OrderSessionRequest, PlanSessionRequest, SessionCreated } from '@prankpost/contracts'
import { checkpoint, currentTraceparent, databaseNow } from '@prankpost/messaging'
import { AppError, conflict, isDuplicateKey, unavailable } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import {
  createSession,
  expireSession,
  isCustomerGone,
  isRefusal,
  type PaymentRequest,
} from '../checkout-session.ts'
import type { Deps } from '../deps.ts'
import { inOpenSlot, isSlotTaken } from '../open-session-slots.ts'
import { latestSession, type Payment, type PaymentSession, withAttempt } from '../payment.model.ts'
import { sessionRefused } from '../stripe-client.ts'
import { ensureCustomer, forgetCustomer } from './ensure-customer.ts'
import { settleSession } from './settle-session.ts'

/**
 * Opens the checkout session of a one-time order. While a session is open, it is returned again; a new one is created
 * when the last one expired or was refused. The attempt is recorded before Stripe is called, and a session is returned
 * only after it is recorded. The next call repairs a crash in between: the attempt's number is the idempotency key, and
 * its customer is the account's, so that the repeated request is equal.
 * @throws 409 when the order is paid or its payment is being processed, 503 when Stripe is unavailable or still busy with the same attempt, 422 when
 * Stripe refuses, 429 when the customer has too many sessions open
 */
export function openOrderSession(request: OrderSessionRequest, deps: Deps): Promise<SessionCreated> {
  const { orderId, ...rest } = request
  return openSession({ ...rest, _id: orderId, kind: 'order', prankCount: null, customerName: null }, deps)
}

/** Opens the checkout session of a plan, with the same guarantees as for an order. */
export function openPlanSession(request: PlanSessionRequest, deps: Deps): Promise<SessionCreated> {
  const { planId, customer, ...rest } = request
  const { email: customerEmail, ...customerName } = customer
  const name = `Auto-Prank: ${request.prankCount} ${request.prankCount === 1 ? 'prank' : 'pranks'} a month`
  const lines = [{ name, quantity: 1, unitCents: request.amountCents }]
  return openSession({ ...rest, customerEmail, customerName, _id: planId, kind: 'plan', lines }, deps)
}

async function openSession(request: PaymentRequest, deps: Deps): Promise<SessionCreated> {
  const registered = await registerPayment(request, deps)
  const open = registered ? null : await settleOpenSession(request._id, deps)
  if (open) return open
  const payment = registered ?? (await startAttempt(request, deps))
  const recorded = recordedSession(payment)
  if (recorded) return recorded
  const attempt = latestSession(payment)
  // Stripe is called only for an attempt that is not answered yet.
  if (attempt?.status !== 'creating') throw closedMeanwhile()
  checkpoint('payment:attempt-noted')
  const session = await createAtStripe(payment, attempt, deps)
  checkpoint('payment:session-created')
  return recordOpen(payment, attempt, session, deps)
}

/** The session that can be paid, if one is recorded. */
function recordedSession(payment: Payment): SessionCreated | null {
  const latest = latestSession(payment)
  if (latest?.status !== 'open' || latest.id === null || latest.url === null) return null
  return { sessionId: latest.id, url: latest.url }
}

/**
 * Stores a payment together with its first attempt. Returns null if the payment already exists.
 * @throws 409 when it exists with another owner or amount, 429 when the customer has too many sessions open
 */
async function registerPayment(request: PaymentRequest, deps: Deps): Promise<Payment | null> {
  const insert = (openSlot: string) => insertPayment({ ...request, openSlot }, deps)
  const registered = await inOpenSlot(request.ownerId, insert, deps).catch(async (error: unknown) => {
    // An existing payment needs no slot here, even if the limit was found first.
    const isFull = error instanceof AppError && error.code === 'too_many'
    if (isFull && (await deps.payments.exists({ _id: request._id }))) return null
    throw error
  })
  if (registered) return registered
  const known = await deps.payments.findById(request._id, { ownerId: 1, amountCents: 1 }).lean()
  if (known?.ownerId !== request.ownerId || known.amountCents !== request.amountCents) {
    throw conflict('This payment was started with another amount. Please start a new order.')
  }
  return null
}

/** Returns null when the payment already exists. */
async function insertPayment(
  request: PaymentRequest & Pick<Payment, 'openSlot'>,
  deps: Deps,
): Promise<Payment | null> {
  try {
    return await deps.outbox.insert({
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
    if (!isDuplicateKey(error) || isSlotTaken(error)) throw error
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
  withCustomer: true,
  createdAt: new Date(),
})

/**
 * Reads the recorded session from Stripe, because it may have ended meanwhile. Returns it if it is still open.
 * @throws 409 while a delayed payment is not confirmed: a second payment would have to be refunded
 */
async function settleOpenSession(id: string, deps: Deps): Promise<SessionCreated | null> {
  const payment = await deps.payments.findById(id).lean()
  const recorded = payment && recordedSession(payment)
  if (!recorded) return null
  const state = await settleSession(recorded.sessionId, deps)
  if (state === 'processing') throw stillProcessing()
  return state === 'open' ? recorded : null
}

/** Records that a session is about to be created, or finds the attempt of a crashed or concurrent call. */
async function startAttempt({ _id, ownerId }: PaymentRequest, deps: Deps): Promise<Payment> {
  const start = (openSlot: string) =>
    deps.outbox.change({ _id }, (payment) => {
      if (payment.paidSessionId !== null) throw alreadyPaid(payment)
      const latest = latestSession(payment)
      if (latest?.status === 'creating' || latest?.status === 'open') return null
      const sessions = newAttempt(payment.sessions.length + 1)
      return { update: { $set: { openSlot }, $push: { sessions } } }
    })
  await inOpenSlot(ownerId, start, deps)
  const payment = await deps.payments.findById(_id).lean()
  if (payment === null) throw closedMeanwhile()
  return payment
}

async function createAtStripe(payment: Payment, session: PaymentSession, deps: Deps) {
  const { attempt, withCustomer } = session
  const customerId = withCustomer ? await ensureCustomer(payment, deps) : null
  try {
    return await createSession(payment, { attempt, customerId }, deps)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (customerId && isCustomerGone(error)) await forgetCustomer(payment.ownerId, customerId, deps)
    const refused = await deps.outbox.change({ _id: payment._id }, (now) =>
      isCreating(now, attempt) ? { update: withAttempt(now, attempt, { status: 'refused' }) } : null,
    )
    throw refused?.changed ? sessionRefused(error) : closedMeanwhile()
  }
}

/**
 * Records the session that Stripe created. If the attempt was closed meanwhile, the session is ended at Stripe and not
 * returned.
 */
async function recordOpen(
  known: Payment,
  { attempt }: PaymentSession,
  { id, url }: Stripe.Checkout.Session,
  deps: Deps,
): Promise<SessionCreated> {
  const record = (payment: Payment) => {
    if (!isCreating(payment, attempt)) return null
    const change = { status: 'open' as const, id, url }
    const sessions = payment.sessions.map((one) => (one.attempt === attempt ? { ...one, ...change } : one))
    const sweepAt = new Date(databaseNow(deps.payments.db).getTime() + deps.sweepAfterMs)
    return { update: { $set: { sessions, sweeps: 0, sweepAt } } }
  }
  const found = await deps.outbox.change({ _id: known._id }, record, known)
  if (found?.changed) return { sessionId: id, url: String(url) }
  const isKnown = found?.document.sessions.some((one) => one.id === id)
  if (!isKnown) await expireSession(id, deps)
  const recorded = found && recordedSession(found.document)
  if (recorded) return recorded
  throw closedMeanwhile()
}

const isCreating = ({ sessions }: Payment, attempt: number) =>
  sessions.some((one) => one.attempt === attempt && one.status === 'creating')

const alreadyPaid = ({ kind }: Pick<Payment, 'kind'>) =>
  conflict(
    kind === 'plan'
      ? 'Your plan is paid already. It will be active in a moment.'
      : 'This order is paid already.',
  )

const stillProcessing = () =>
  conflict(
    'Your bank is still processing this payment. You do not have to pay again; please check back later.',
  )

const closedMeanwhile = () =>
  unavailable('This payment was changed in another window. Please try again in a moment.')
