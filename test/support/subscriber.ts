import type { Subscription } from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from './sandbox.ts'
import { type Answer, Shopper } from './shopper.ts'

/** A customer with a target and a plan, whose first month is paid and recorded by fulfilment. */
export async function subscribe(stack: SharedStack, prankCount: number, address = '1 Path') {
  const shopper = await new Shopper(stack).signUp()
  // First the target: a month that is drawn without one is drawn again once there is one.
  const form = { name: 'Gerald', address, city: 'Bend', state: 'OR', zipCode: '97701' }
  const target = await shopper.insist('POST', '/api/contacts', form, 201)
  const session = await shopper.insist('POST', '/api/create-subscription-checkout', { prankCount }, 200)
  await sandboxOf(stack).pay(session.body.sessionId)
  const plan = await until(async () => {
    const { body } = await shopper.insist('GET', '/api/subscriptions', undefined, 200)
    return (body as Subscription[]).find(({ status }) => status === 'active')
  })
  const ledgers = openLedgers(stack)
  await until(() => ledgers.shipments.findOne({ 'plan.subscriptionId': plan.id }))
  await ledgers.close()
  const [prank] = (await shopper.insist('GET', '/api/pranks', undefined, 200)).body
  const parcel = {
    stripeSubscriptionId: plan.stripeSubscriptionId,
    userId: plan.userId,
    prankId: prank.id,
    contactId: target.body.id,
    quantity: 1,
    adminPassword: stack.adminPassword,
  }
  /** Ships one parcel of the plan, as the operator. */
  const ship = (idempotencyKey?: string): Promise<Answer> =>
    shopper.call('POST', '/api/admin/ship-subscription-prank', { ...parcel, idempotencyKey })
  return { shopper, plan, ship }
}
