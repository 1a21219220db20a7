import {
  checkoutConsent,
  firstOrderRefusal,
  formatCents,
  type OrderSessionRequest,
  type SessionCreated,
  sessionCreated,
} from '@prankpost/contracts'
import { type Change, checkpoint } from '@prankpost/messaging'
import { AppError, conflict, invalid, notFound, type SessionUser } from '@prankpost/service-kit'
import { insistOnDates } from '../arrivals.ts'
import type { Deps } from '../deps.ts'
import { isExpired, type Order, statusEntry } from '../order.model.ts'
import { endOthers, presentNeeds, reserve } from '../reservations.ts'
import { hasPaid } from './has-paid.ts'

/**
 * Opens the checkout session of the customer's own unpaid order at payment, and records it. A repeated call returns the
 * open session, so that a crash, a double click or a second tab cannot create two.
 * @throws 404 for an unknown order or one of another customer, 409 when it is paid, a prank is sold out, the code
 * used up or the shop closed (a session that is open stays payable), 400 for a wrong total or code, when a code for first
 * orders has ended, and when an item can no longer arrive by its date,
 * 503 when payment or Stripe is unavailable
 */
export async function startPayment(input: StartPaymentInput, deps: Deps): Promise<SessionCreated> {
  await deps.shop.requireOpen(deps.now())
  const order = await readOrder(input, deps)
  insistOnDates(order.items, deps)
  await agreeToPresentTerms(order, deps)
  await insistOnFirstOrder(order, deps)
  const needs = await presentNeeds(order, deps)
  // Again: the reservation of an order that was placed long ago, or whose session ended, is over.
  await reserve(needs, null, deps)
  const session = await openSession(order, input.user, deps)
  checkpoint('order:session-opened')
  await recordSession(order, session.sessionId, deps)
  // Only now, so that the end of an earlier session does not release it. A crash before this: no customer has the session's URL,
  // and the repeated call comes here, too.
  await reserve(needs, session.sessionId, deps)
  return session
}

interface StartPaymentInput {
  orderId: string
  total: number
  discountCode?: string | null | undefined
  user: SessionUser
}

const unknownOrder = () => notFound('We could not find this order.')
const alreadyPaid = () => conflict('This order is paid already.')
const isClosed = (order: Order) => order.paidAt !== undefined || order.status === 'cancelled'

async function readOrder(input: StartPaymentInput, { orders }: Deps): Promise<Order> {
  const { total, discountCode, user } = input
  const order = await orders.findOne({ _id: input.orderId, ownerId: user.id }).lean()
  if (order === null) throw unknownOrder()
  if (isClosed(order)) throw alreadyPaid()
  if (isExpired(order)) throw conflict('This order has expired. Please start a new one from your Arsenal.')
  if (total !== order.totalCents)
    throw invalid(`The total of this order is $${formatCents(order.totalCents)}.`)
  if (discountCode && discountCode.toUpperCase() !== order.discountCode)
    throw invalid('This order was placed without this discount code.')
  return order
}

/**
 * A code for first orders is for one of them: the sessions of the others are closed.
 * @throws 400 when the customer has paid one since this order was placed
 */
async function insistOnFirstOrder({ _id, ownerId, firstOrderOnly }: Order, deps: Deps): Promise<void> {
  if (!firstOrderOnly || ownerId === null) return
  await endOthers({ _id, ownerId }, { firstOrderOnly }, deps)
  if (await hasPaid({ ownerId }, deps)) throw invalid(firstOrderRefusal)
}

/**
 * Stores the present version of the terms, which the store shows next to the button, if the order was placed under an earlier
 * one. A repeat changes nothing; a paid order keeps what was agreed to.
 */
async function agreeToPresentTerms(known: Order, { outbox, texts }: Deps): Promise<void> {
  const version = await texts.labelOf('terms')
  if (known.agreement?.version === version) return
  await outbox.change({ _id: known._id }, (order) =>
    isClosed(order) || order.agreement?.version === version
      ? null
      : {
          update: {
            $set: { agreement: { ...checkoutConsent(order.totalCents, version), at: new Date() } },
          },
        },
  )
}

async function openSession(
  order: Order,
  user: SessionUser,
  { payment, outbox }: Deps,
): Promise<SessionCreated> {
  const request: OrderSessionRequest = {
    orderId: String(order._id),
    ownerId: user.id,
    customerEmail: user.email,
    amountCents: order.totalCents,
    // The payment provider gets the pranks, but not the targets.
    lines: order.items.map(({ prank, quantity, priceCents }) => ({
      name: prank.name,
      quantity,
      unitCents: priceCents,
    })),
  }
  try {
    return await payment.post('/internal/order-sessions', sessionCreated, request)
  } catch (error) {
    const errorMessage = error instanceof AppError ? error.message : 'Failed to create payment session'
    await outbox.change({ _id: order._id }, (now) =>
      now.paidAt === undefined && now.checkout?.stripeSessionId == null
        ? {
            update: {
              $set: { 'checkout.status': 'payment_session_failed', 'checkout.errorMessage': errorMessage },
            },
          }
        : null,
    )
    throw error
  }
}

/**
 * Records the new session. An order whose payment failed becomes `pending` again.
 * @throws 404 or 409 when the order was removed or paid meanwhile
 */
async function recordSession(known: Order, sessionId: string, { outbox }: Deps) {
  const note = (order: Order): Change<Order> | null => {
    if (isClosed(order)) throw alreadyPaid()
    const failed = order.status === 'payment_failed'
    if (!failed && order.checkout?.stripeSessionId === sessionId) return null
    const checkout = {
      status: 'payment_session_created' as const,
      stripeSessionId: sessionId,
      errorMessage: null,
    }
    if (!failed) return { update: { $set: { checkout } } }
    return {
      update: {
        $set: { checkout, status: 'pending' },
        $push: { statusHistory: statusEntry('pending', 'customer') },
      },
    }
  }
  const noted = await outbox.change({ _id: known._id }, note, known)
  if (noted === null) throw unknownOrder()
}
