import { checkpoint } from '@prankpost/messaging'
import { unlessDuplicate } from '@prankpost/service-kit'
import { isRefusal } from '../checkout-session.ts'
import type { Customer } from '../customer.model.ts'
import type { Deps } from '../deps.ts'
import { idOf } from '../refund.model.ts'
import { callStripe } from '../stripe-client.ts'

interface Account {
  ownerId: string
  customerEmail: string
}

/**
 * Returns the Stripe customer of an account and creates it once: later calls read only our collection. A repeat after a
 * crash gets the same customer, because the owner is the idempotency key. An account whose plan has a customer at Stripe
 * keeps that one. Returns null when Stripe refuses: the payment page then asks for the e-mail address, as without one.
 * @throws 503 when Stripe is unavailable
 */
export async function ensureCustomer(account: Account, deps: Deps): Promise<string | null> {
  const known = await deps.customers.findById(account.ownerId).lean()
  if (known?.email === account.customerEmail) return known.stripeCustomerId
  try {
    if (known !== null) return await updateEmail(known, account.customerEmail, deps)
    const ofPlan = await findCustomerOfPlan(account.ownerId, deps)
    if (ofPlan !== null) return ofPlan
    const created = await createAtStripe(account, deps)
    checkpoint('payment:customer-created')
    return await recordCustomer({ ...account, stripeCustomerId: created.id }, deps)
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.warn({ ownerId: account.ownerId, err: error }, 'Stripe refused the customer of an account')
    return null
  }
}

/** The account's Stripe customer; null when it never had one. Asks Stripe only about plans of earlier versions. */
export async function findCustomer(ownerId: string, deps: Deps): Promise<string | null> {
  const known = await deps.customers.findById(ownerId).lean()
  return known?.stripeCustomerId ?? (await findCustomerOfPlan(ownerId, deps))
}

/** Forgets a customer that was deleted at Stripe, so that the next attempt creates another one. */
export async function forgetCustomer(ownerId: string, stripeCustomerId: string, { customers }: Deps) {
  await customers.deleteOne({ _id: ownerId, stripeCustomerId })
}

/** The customer of the account's newest plan, which Stripe created when the plan was bought. */
async function findCustomerOfPlan(ownerId: string, deps: Deps): Promise<string | null> {
  const plan = await deps.payments
    .findOne({ ownerId, kind: 'plan', stripeSubscriptionId: { $exists: true } })
    .sort({ createdAt: -1 })
    .lean()
  const subscriptionId = plan?.stripeSubscriptionId
  if (plan === null || subscriptionId === undefined) return null
  const subscription = await callStripe(() => deps.stripe.subscriptions.retrieve(subscriptionId))
  const stripeCustomerId = idOf(subscription.customer)
  if (stripeCustomerId === null) return null
  return recordCustomer({ ownerId, customerEmail: plan.customerEmail, stripeCustomerId }, deps)
}

const createAtStripe = ({ ownerId, customerEmail: email }: Account, { stripe }: Deps) =>
  callStripe(() =>
    stripe.customers.create({ email, metadata: { ownerId } }, { idempotencyKey: `customer-${ownerId}` }),
  )

async function updateEmail({ _id, stripeCustomerId }: Customer, email: string, deps: Deps) {
  await callStripe(() => deps.stripe.customers.update(stripeCustomerId, { email }))
  await deps.customers.updateOne({ _id, stripeCustomerId }, { $set: { email } })
  return stripeCustomerId
}

/** Records the customer; a concurrent call may have recorded it first. */
async function recordCustomer(
  account: Account & { stripeCustomerId: string },
  { customers }: Deps,
): Promise<string> {
  const { ownerId: _id, customerEmail: email, stripeCustomerId } = account
  const customer = { _id, stripeCustomerId, email, createdAt: new Date() }
  if (await unlessDuplicate(customers.create(customer))) return stripeCustomerId
  const first = await customers.findById(_id).lean()
  return first?.stripeCustomerId ?? stripeCustomerId
}
