import { renewalConsent, type Subscription } from '@prankpost/contracts'
import { startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const stack = await startStack({
  services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'achievement'],
  env: { payment: { SESSION_SWEEP_AFTER_MS: '3000' } },
  crashAt: { subscription: 'subscription:plan-pending' },
})
const sandbox = sandboxOf(stack)
const ledgers = openLedgers(stack)
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})
beforeEach(() => sandbox.chaos({}))

const planOf = async (shopper: Shopper): Promise<Subscription | undefined> =>
  ((await shopper.insist('GET', '/api/subscriptions', undefined, 200)).body as Subscription[])[0]

async function subscribe(shopper: Shopper, prankCount = 3, discountCode?: string) {
  const body = { prankCount, ...(discountCode === undefined ? {} : { discountCode }) }
  const { body: session } = await shopper.insist('POST', '/api/create-subscription-checkout', body, 200)
  return session as { sessionId: string; url: string }
}

const inStatus = (shopper: Shopper, status: string) =>
  until(async () => {
    const plan = await planOf(shopper)
    return plan?.status === status ? plan : null
  })

async function renew(stripeSubscriptionId: string | null, how: 'renew' | 'fail-renewal') {
  const url = `${stack.sandboxUrl}/test/subscriptions/${stripeSubscriptionId}/${how}`
  const response = await fetch(url, { method: 'POST' })
  if (!response.ok) throw new Error(`${how}: ${response.status} ${await response.text()}`)
}

/** The orders of a plan, by type and amount, once there are that many. */
const ordersOf = (subscriptionId: string, count: number) =>
  until(async () => {
    const found = await ledgers.orders
      .find({ 'plan.subscriptionId': subscriptionId })
      .sort({ _id: 1 })
      .toArray()
    return found.length >= count ? found.map(({ type, totalCents }) => [type, totalCents]) : null
  })

describe('a plan', () => {
  test('when subscription dies between plan and session then the next call continues with the same plan', async () => {
    const shopper = await new Shopper(stack).signUp()
    const { sessionId } = await subscribe(shopper)
    await stack.crashed('subscription')
    await sandbox.pay(sessionId)
    await inStatus(shopper, 'active')
  })

  test('when it is bought, renewed, fails, recovers and is cancelled then each step is recorded once', async () => {
    await sandbox.chaos({ duplicates: 2, shuffle: true, delayMs: 300 })
    const shopper = await new Shopper(stack).signUp()
    const { sessionId } = await subscribe(shopper)
    expect((await subscribe(shopper)).sessionId).toBe(sessionId)
    await sandbox.pay(sessionId)
    const answer = await shopper.insist('POST', '/api/process-subscription-success', { sessionId }, 200)
    const plan = await inStatus(shopper, 'active')
    expect(answer.body).toEqual({ subscriptionId: plan.id })
    expect(plan).toMatchObject({ monthlyAmount: '14.97', fulfillmentStatus: 'yellow', prankCount: 3 })
    expect((await shopper.call('POST', '/api/create-subscription-checkout', { prankCount: 1 })).status).toBe(
      409,
    )

    await renew(plan.stripeSubscriptionId, 'renew')
    await ordersOf(plan.id, 2)
    await renew(plan.stripeSubscriptionId, 'fail-renewal')
    await inStatus(shopper, 'past_due')
    await renew(plan.stripeSubscriptionId, 'renew')
    await inStatus(shopper, 'active')
    expect(await ordersOf(plan.id, 3)).toEqual([
      ['subscription', 1497],
      ['monthly', 1497],
      ['monthly', 1497],
    ])
    const months = await ledgers.orders.find({ 'plan.subscriptionId': plan.id }).toArray()
    const { wording, version } = renewalConsent(1497)
    expect(plan.agreement).toMatchObject({ wording, version, price: '14.97' })
    for (const { agreement } of months) expect(agreement).toMatchObject({ wording, version })

    const cancel = () => shopper.call('POST', `/api/subscriptions/${plan.id}/cancel`)
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/has been/) },
    })
    expect(await planOf(shopper)).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String) })
    expect(await cancel()).toMatchObject({ status: 200, body: { message: expect.stringMatching(/already/) } })
    const monthsPaid = async () => {
      const { body } = await shopper.call('GET', '/api/achievements')
      return (body as { id: string; progress: number }[]).find(({ id }) => id === 'marathon')?.progress
    }
    await until(async () => (await monthsPaid()) === 3)
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    expect(await ordersOf(plan.id, 3)).toHaveLength(3)
    const { body } = await shopper.insist(
      'GET',
      `/api/admin/subscriptions?adminPassword=${stack.adminPassword}&status=cancelled&q=${plan.id}`,
      undefined,
      200,
    )
    expect(body).toMatchObject({ total: 1, items: [{ id: plan.id, user: { email: shopper.email } }] })
  })

  test('when another plan is chosen before paying then the first session can no longer be paid', async () => {
    const shopper = await new Shopper(stack).signUp()
    const first = await subscribe(shopper, 2)
    const second = await subscribe(shopper, 5, 'MARKYMARC')
    expect((await sandbox.pay(first.sessionId)).status).toBeGreaterThanOrEqual(400)
    await sandbox.pay(second.sessionId)
    expect(await inStatus(shopper, 'active')).toMatchObject({ prankCount: 5, monthlyAmount: '0.99' })
  })

  test('when the payment is not reported then the sweep finds it and the plan is active', async () => {
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    const { sessionId } = await subscribe(shopper, 1)
    await sandbox.pay(sessionId)
    await inStatus(shopper, 'active')
  })

  test('when the customer chooses again after paying, before the payment is reported, then it is refused', async () => {
    await sandbox.chaos({ dropPercent: 100 })
    const shopper = await new Shopper(stack).signUp()
    const { sessionId } = await subscribe(shopper, 1)
    await sandbox.pay(sessionId)
    const again = await shopper.call('POST', '/api/create-subscription-checkout', { prankCount: 2 })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    expect(await inStatus(shopper, 'active')).toMatchObject({ prankCount: 1 })
  })
})
