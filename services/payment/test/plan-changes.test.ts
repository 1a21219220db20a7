import { planAtStripe } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'
import { startPlan } from './plan-fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const post = (planId: string, what: 'change' | 'pause', body: object) =>
  fixture.asSubscription.post(`/internal/plans/${planId}/${what}`, planAtStripe, body)
const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + days * 86_400_000).toISOString()

describe('the terms of a plan', () => {
  test('when the price changes, twice and with its event, then the next invoice has it, and one event is emitted', async () => {
    const plan = await startPlan(fixture)
    const body = { prankCount: 2, amountCents: 998 }
    const first = await post(plan.planId, 'change', body)
    expect(first).toMatchObject({ ...body, pausedUntil: null })
    expect(await post(plan.planId, 'change', body)).toEqual(first)
    await fixture.deliver(await fixture.event('customer.subscription.updated', plan.stripeId))
    expect(await plan.emitted()).toEqual(['plan-paid', 'plan-changed'])
    await plan.bill('renew')
    const { latest_invoice } = await plan.subscription()
    const invoices = await fixture.deps.stripe.invoices.list({ subscription: plan.stripeId })
    expect(invoices.data.map(({ amount_paid }) => amount_paid)).toEqual([998, 1497])
    await fixture.deliver(await fixture.event('invoice.paid', String(latest_invoice)))
    expect((await plan.stored())?.outbox.at(-1)?.data).toMatchObject({ amountCents: 998 })
  })

  test('when the number changes while the invoice of a month is a draft then that month is billed as before, with the new number', async () => {
    const plan = await startPlan(fixture)
    await plan.bill('draft-renewal')
    const invoiceId = String((await plan.subscription()).latest_invoice)
    const drafted = await fixture.deps.stripe.invoices.retrieve(invoiceId)
    expect([drafted.status, drafted.amount_due, drafted.number]).toEqual(['draft', 1497, null])
    const next = await post(plan.planId, 'change', { prankCount: 5, amountCents: 2495 })
    const { items } = await plan.subscription()
    expect(next.currentPeriodEnd).toBe(
      new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
    )
    await plan.bill('renew')
    await fixture.deliver(await fixture.event('invoice.paid', invoiceId))
    // Subscription recognizes the month by its price.
    expect((await plan.stored())?.outbox.at(-1)?.data).toMatchObject({ prankCount: 5, amountCents: 1497 })
  })

  test('when it is paused and resumed then each state is reported once, and a paused month is not charged', async () => {
    const plan = await startPlan(fixture)
    const resumesAt = inDays(58)
    const paused = await post(plan.planId, 'pause', { resumesAt })
    expect(paused.pausedUntil).toBe(resumesAt)
    await plan.bill('renew')
    const [voided] = (await fixture.deps.stripe.invoices.list({ subscription: plan.stripeId })).data
    expect([voided?.status, voided?.amount_paid]).toEqual(['void', 0])
    const resumed = await post(plan.planId, 'pause', { resumesAt: null })
    expect([resumed.pausedUntil, resumed.at > paused.at]).toEqual([null, true])
    expect(resumed.currentPeriodEnd > paused.currentPeriodEnd).toBe(true)
    expect(await plan.emitted()).toEqual(['plan-paid', 'plan-changed', 'plan-changed'])
  })

  test('when a pause ends by itself then the event of Stripe reports it', async () => {
    const plan = await startPlan(fixture)
    await post(plan.planId, 'pause', { resumesAt: inDays(20) })
    await plan.bill('renew')
    await fixture.deliver(await fixture.event('customer.subscription.updated', plan.stripeId))
    expect((await plan.stored())?.outbox.at(-1)?.data).toMatchObject({ pausedUntil: null })
  })

  test('when a crash lost our record, then the event of Stripe records the change', async () => {
    const plan = await startPlan(fixture)
    await fixture.deps.stripe.subscriptions.update(plan.stripeId, {
      pause_collection: { behavior: 'void', resumes_at: Math.floor(new Date(inDays(40)).getTime() / 1000) },
    })
    const event = await fixture.event('customer.subscription.updated', plan.stripeId)
    await fixture.deliver(event)
    await fixture.deliver(event)
    expect(await plan.emitted()).toEqual(['plan-paid', 'plan-changed'])
  })

  test.each([
    ['void-invoice', 'invoice.voided'],
    ['give-up-invoice', 'invoice.marked_uncollectible'],
  ] as const)(
    'when an operator drops an unpaid month by %s then that is reported once, and a late failure is not',
    async (how, type) => {
      const plan = await startPlan(fixture)
      await plan.bill('fail-renewal')
      const invoiceId = String((await plan.subscription()).latest_invoice)
      const failed = await fixture.event('invoice.payment_failed', invoiceId)
      await plan.bill(how)
      const dropped = await fixture.event(type, invoiceId)
      for (const event of [dropped, failed, dropped]) await fixture.deliver(event)
      expect(await plan.emitted()).toEqual(['plan-paid', 'plan-changed'])
      const { lines } = await fixture.deps.stripe.invoices.retrieve(invoiceId)
      const droppedThrough = new Date((lines.data[0]?.period.start ?? 0) * 1000).toISOString()
      expect((await plan.stored())?.outbox.at(-1)?.data).toMatchObject({ droppedThrough, amountCents: 1497 })
      // Later states still contain it.
      expect(await post(plan.planId, 'change', { prankCount: 2, amountCents: 998 })).toMatchObject({
        droppedThrough,
      })
    },
  )

  test('when the dropped month is reported after the plan has ended at Stripe, and before its end, then it changes nothing', async () => {
    const plan = await startPlan(fixture)
    await plan.bill('fail-renewal')
    const invoiceId = String((await plan.subscription()).latest_invoice)
    await plan.bill('void-invoice')
    const dropped = await fixture.event('invoice.voided', invoiceId)
    await fixture.deps.stripe.subscriptions.cancel(plan.stripeId)
    await fixture.deliver(dropped)
    expect(await plan.emitted()).toEqual(['plan-paid'])
  })

  test('when the plan has ended or is unknown then it is refused', async () => {
    const plan = await startPlan(fixture)
    await fixture.deps.stripe.subscriptions.cancel(plan.stripeId)
    const body = { prankCount: 1, amountCents: 499 }
    await expect(post(plan.planId, 'change', body)).rejects.toMatchObject({ code: 'conflict' })
    await expect(post(newId(), 'change', body)).rejects.toMatchObject({ code: 'not_found' })
    expect(await plan.emitted()).toEqual(['plan-paid'])
  })
})
