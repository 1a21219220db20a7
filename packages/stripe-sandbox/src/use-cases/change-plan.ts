import { periodStart } from '../billing-period.ts'
import type { Card, Checkout, Plan } from '../checkout.model.ts'
import { newId } from '../ids.ts'
import { draft } from '../objects/event.ts'
import { linesOf } from '../objects/money.ts'
import { cardsOf } from '../objects/payment-method.ts'
import { toSubscription } from '../objects/subscription.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import type { Decide } from './context.ts'

/** The fields of a plan that a client may change. */
export interface PlanChange {
  metadata: Record<string, string> | undefined
  /** The new prices of subscription items. */
  prices?: { itemId: string; unitAmountCents: number; quantity: number | undefined }[] | undefined
  /** An empty string ends the pause. */
  pause?: { resumesAt: Date | null } | '' | undefined
  /** The card of the next invoices. */
  methodId?: string | undefined
}

/** The plan of a checkout that is known to have one. */
export function planOf(checkout: Checkout): Plan {
  if (!checkout.plan) throw new Error(`checkout ${checkout._id} has no plan`)
  return checkout.plan
}

/** Ends a plan now; as with Stripe, a plan that has already ended is not found. */
export function cancelPlan(comment: string | null): Decide {
  return (checkout, { now }) => {
    const plan = planOf(checkout)
    if (plan.status === 'canceled') throw noSuch('subscription', plan.id)
    plan.cancellation = { comment }
    plan.status = 'canceled'
    plan.endedAt = now
    return { events: [draft('customer.subscription.deleted', toSubscription(checkout, plan))] }
  }
}

/** Changes a plan's metadata, prices, pause or card; on a cancelled plan only metadata can be changed. */
export function updatePlan(change: PlanChange): Decide {
  return (checkout, { now }) => {
    const plan = planOf(checkout)
    const { metadata: _metadata, ...others } = change
    if (plan.status === 'canceled' && Object.values(others).some((value) => value !== undefined)) {
      const message = 'A canceled subscription can only update its cancellation_details and metadata.'
      throw invalidRequest(message, undefined, 'invalid_canceled_subscription_fields')
    }
    const before = toSubscription(checkout, plan)
    plan.metadata = { ...plan.metadata, ...change.metadata }
    if (change.prices) setPrices(checkout, plan, change.prices)
    if (change.pause !== undefined) setPause(plan, change.pause, now)
    if (change.methodId !== undefined) plan.card = cardOf(checkout, change.methodId)
    const after = toSubscription(checkout, plan)
    const previous = Object.fromEntries(
      Object.entries(before).filter(
        ([field, was]) => JSON.stringify(was) !== JSON.stringify(Reflect.get(after, field)),
      ),
    )
    const isChanged = Object.keys(previous).length > 0
    return { events: isChanged ? [draft('customer.subscription.updated', after, previous)] : [] }
  }
}

/** Each item gets a new price; invoices that exist keep theirs. */
function setPrices(checkout: Checkout, plan: Plan, prices: NonNullable<PlanChange['prices']>): void {
  const lines = linesOf(checkout)
  for (const { itemId } of prices) {
    if (!lines.some((line) => line.itemId === itemId))
      throw noSuch('subscription item', itemId, 'items[0][id]')
  }
  plan.lines = lines.map((line) => {
    const price = prices.find(({ itemId }) => itemId === line.itemId)
    if (!price) return line
    const { unitAmountCents, quantity = line.quantity } = price
    const isSame = unitAmountCents === line.unitAmountCents
    return { ...line, unitAmountCents, quantity, priceId: isSame ? line.priceId : newId('price') }
  })
}

/** As with Stripe, a pause ends in the future; a plan whose period a test has dated in the past may end it there. */
function setPause(plan: Plan, pause: NonNullable<PlanChange['pause']>, now: Date): void {
  if (pause === '') {
    delete plan.pause
    return
  }
  const { resumesAt } = pause
  const isPlayed = resumesAt !== null && resumesAt <= now
  if (isPlayed && periodStart(plan.anchor, plan.period + 1) > now) {
    throw invalidRequest('`resumes_at` must be in the future.', 'pause_collection[resumes_at]')
  }
  plan.pause = { resumesAt, isPlayed }
}

function cardOf(checkout: Checkout, methodId: string): Card {
  const card = cardsOf(checkout).find(({ id }) => id === methodId)
  if (!card) throw noSuch('PaymentMethod', methodId, 'default_payment_method')
  return card
}
