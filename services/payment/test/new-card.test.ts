import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'
import { startPlan } from './plan-fixture.ts'

/** The sandbox's clock, so that cards are added in different seconds. */
let aheadMs = -60_000
const fixture = await startFixture({ now: () => new Date(Date.now() + aheadMs) })
afterAll(() => fixture.close())

async function pastDuePlan() {
  const plan = await startPlan(fixture)
  await plan.bill('fail-renewal')
  const { latest_invoice } = await plan.subscription()
  await fixture.deliver(await fixture.event('invoice.payment_failed', String(latest_invoice)))
  return { ...plan, invoiceId: String(latest_invoice) }
}
const attempts = async (invoiceId: string) =>
  (await fixture.deps.stripe.invoices.retrieve(invoiceId)).attempt_count

describe('a new card', () => {
  test('when a plan is past due then its open invoice is charged once, also when the events arrive twice and at once', async () => {
    const plan = await pastDuePlan()
    await fixture.deliver(await fixture.event('customer.subscription.updated', plan.stripeId))
    expect(await attempts(plan.invoiceId)).toBe(1)
    await plan.replaceCard('4242424242424242')
    const updated = await fixture.event('customer.updated', plan.customerId)
    const { default_payment_method: card } = (
      updated.data.object as { invoice_settings: { default_payment_method: string } }
    ).invoice_settings
    const attached = await fixture.event('payment_method.attached', card)
    await Promise.all([updated, attached, updated].map((event) => fixture.webhook(event)))
    await until(async () => (await plan.emitted())?.includes('plan-renewed'))
    await until(async () => !(await fixture.stripeEvents.exists({ state: 'received' })))
    expect(await plan.emitted()).toEqual(['plan-paid', 'plan-payment-failed', 'plan-renewed'])
    expect(await attempts(plan.invoiceId)).toBe(2)
    expect(await plan.subscription()).toMatchObject({ status: 'active', default_payment_method: card })
  })

  test('when the new card is declined then it is one more failed attempt, and the same card is not tried again', async () => {
    const plan = await pastDuePlan()
    await plan.replaceCard('4000000000000341')
    await fixture.deliver(await fixture.event('customer.updated', plan.customerId))
    await fixture.deliver(await fixture.event('customer.subscription.updated', plan.stripeId))
    expect(await attempts(plan.invoiceId)).toBe(2)
    expect(await plan.emitted()).toEqual(['plan-paid', 'plan-payment-failed', 'plan-payment-failed'])
    await plan.replaceCard('4242424242424242')
    await fixture.deliver(await fixture.event('customer.updated', plan.customerId))
    expect((await plan.subscription()).status).toBe('active')
  })

  test('when the customer goes back to an earlier card then it is charged, and later events keep it', async () => {
    const plan = await pastDuePlan()
    const cards: string[] = []
    for (const number of ['4242424242424242', '4000000000000341']) {
      aheadMs += 2_000
      const { body } = await plan.replaceCard(number)
      cards.push((body.invoice_settings as { default_payment_method: string }).default_payment_method)
      if (number.endsWith('0341'))
        await fixture.deliver(await fixture.event('customer.updated', plan.customerId))
    }
    expect(await plan.subscription()).toMatchObject({ status: 'past_due', default_payment_method: cards[1] })
    const invoice_settings = { default_payment_method: cards[0] ?? '' }
    aheadMs += 2_000
    await fixture.deps.stripe.customers.update(plan.customerId, { invoice_settings })
    for (const _twice of [1, 2]) {
      await fixture.deliver(await fixture.event('customer.updated', plan.customerId))
      await fixture.deliver(await fixture.event('customer.subscription.updated', plan.stripeId))
    }
    expect(await plan.subscription()).toMatchObject({ status: 'active', default_payment_method: cards[0] })
    expect((await plan.stored())?.cardId).toBe(cards[0])
  })

  test('when the plan is paid then the card becomes its card and nothing is charged', async () => {
    const plan = await startPlan(fixture)
    const before = (await plan.subscription()).default_payment_method
    await plan.replaceCard('4242424242424242')
    await fixture.deliver(await fixture.event('customer.updated', plan.customerId))
    const { default_payment_method, latest_invoice } = await plan.subscription()
    expect(default_payment_method).not.toBe(before)
    expect(await attempts(String(latest_invoice))).toBe(1)
    expect(await plan.emitted()).toEqual(['plan-paid'])
  })
})
