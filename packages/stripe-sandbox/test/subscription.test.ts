import type Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { periodStart } from '../src/billing-period.ts'
import { startFixture, threeAMonth } from './sandbox-fixture.ts'

let clock: Date | null = null
const fixture = await startFixture('subscription', { now: () => clock ?? new Date() })
afterAll(() => fixture.stop())

async function startPlan(): Promise<Stripe.Subscription> {
  const session = await fixture.stripe.checkout.sessions.create(threeAMonth)
  const { body } = await fixture.complete(session.id)
  return fixture.stripe.subscriptions.retrieve(body.subscription, { expand: ['latest_invoice'] })
}

const renew = (id: string, body = {}) => fixture.post(`/test/subscriptions/${id}/renew`, body)
const fail = (id: string) => fixture.post(`/test/subscriptions/${id}/fail-renewal`)
const day = (s: number | undefined) => new Date((s ?? 0) * 1000).toISOString().slice(0, 10)

describe('a plan', () => {
  test('when its session is paid, then subscription, customer and first invoice exist and their events are sent', async () => {
    const { id } = await fixture.stripe.checkout.sessions.create(threeAMonth)
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      customer: null,
      subscription: null,
    })
    const { body } = await fixture.complete(id)
    const session = await fixture.stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription.latest_invoice.payments', 'customer', 'invoice'],
    })
    expect(session).toMatchObject({
      mode: 'subscription',
      payment_status: 'paid',
      payment_intent: null,
      amount_total: 1497,
      customer: { object: 'customer', email: 'ann@example.com' },
      invoice: { billing_reason: 'subscription_create', status: 'paid', amount_paid: 1497, attempt_count: 1 },
      subscription: {
        status: 'active',
        metadata: { planId: 'p1' },
        items: { data: [{ quantity: 3, price: { unit_amount: 499, recurring: { interval: 'month' } } }] },
        latest_invoice: {
          parent: {
            type: 'subscription_details',
            subscription_details: { metadata: { planId: 'p1' }, subscription: body.subscription },
          },
          payments: { data: [{ status: 'paid', payment: { type: 'payment_intent' } }] },
        },
      },
    })
    for (const type of [
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]) {
      await fixture.webhook(type)
    }
  })

  test('when it starts on Jan 31 and renews for 36 months, then each month is billed once on its last day', async () => {
    clock = new Date('2027-01-31T10:00:00Z')
    const plan = await startPlan().finally(() => {
      clock = null
    })
    for (let month = 1; month <= 36; month++) {
      const { body } = await renew(plan.id)
      const end = new Date(Date.UTC(2027, month + 1, 0)).getUTCDate()
      const expected = `${new Date(Date.UTC(2027, month, 1)).toISOString().slice(0, 7)}-${end}`
      expect(day(body.items.data[0]?.current_period_start)).toBe(expected)
    }
    const invoices: Stripe.Invoice[] = []
    for await (const invoice of fixture.stripe.invoices.list({ subscription: plan.id, limit: 10 }))
      invoices.push(invoice)
    expect(invoices).toHaveLength(37)
    expect(invoices.every((invoice) => invoice.status === 'paid' && invoice.amount_paid === 1497)).toBe(true)
    expect(invoices.filter((invoice) => invoice.billing_reason === 'subscription_cycle')).toHaveLength(36)
    const starts = invoices.map((invoice) => day(invoice.lines.data[0]?.period.start))
    expect(starts).toContain('2028-02-29')
    expect(starts).toContain('2029-02-28')
    expect(starts).toContain('2029-04-30')
    expect(new Set(starts).size).toBe(37)
    expect(new Set(invoices.map((invoice) => invoice.number)).size).toBe(37)
  })

  test('when its first payment is dated Feb 29, then it starts on that date and each month is billed from it', async () => {
    const session = await fixture.stripe.checkout.sessions.create(threeAMonth)
    const path = `/test/checkout/sessions/${session.id}/complete`
    expect(await fixture.post(path, { at: 'long ago' })).toMatchObject({ status: 400 })
    const { body } = await fixture.post(path, { at: '2024-02-29T15:30:00Z' })
    const plan = await fixture.stripe.subscriptions.retrieve(body.subscription, {
      expand: ['latest_invoice'],
    })
    const at = Date.parse('2024-02-29T15:30:00Z') / 1000
    expect(plan).toMatchObject({
      start_date: at,
      latest_invoice: { created: at, status_transitions: { paid_at: at } },
    })
    const starts: string[] = []
    for (let month = 1; month <= 13; month++) {
      starts.push(day((await renew(plan.id)).body.items.data[0]?.current_period_start))
    }
    expect(starts.slice(0, 2)).toEqual(['2024-03-29', '2024-04-29'])
    expect(starts.slice(11)).toEqual(['2025-02-28', '2025-03-29'])
  })

  test('when several renewals run at once, then each advances it by one month', async () => {
    const plan = await startPlan()
    const answers = await Promise.all(Array.from({ length: 5 }, () => renew(plan.id)))
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
    const { data } = await fixture.stripe.invoices.list({ subscription: plan.id })
    expect(new Set(data.map((invoice) => invoice.lines.data[0]?.period.start)).size).toBe(6)
  })

  test('when a renewal is dated, then its invoice and payment carry that date and the periods do not move', async () => {
    const plan = await startPlan()
    const at = new Date('2026-12-24T12:00:00Z')
    const { body } = await renew(plan.id, { at: at.toISOString() })
    const invoice = await fixture.stripe.invoices.retrieve(body.latest_invoice)
    expect(invoice).toMatchObject({
      created: at.getTime() / 1000,
      status_transitions: { paid_at: at.getTime() / 1000 },
    })
    expect(body.items.data[0]?.current_period_start).toBe(plan.items.data[0]?.current_period_end)
    const later = await renew(plan.id, { at: at.getTime() / 1000 + 60 })
    expect(await fixture.stripe.invoices.retrieve(later.body.latest_invoice)).toMatchObject({
      created: at.getTime() / 1000 + 60,
    })
    expect(await renew(plan.id, { at: 'soon' })).toMatchObject({ status: 400 })
  })

  test('when a renewal fails, then it is past due with an open invoice, which the next renewal pays', async () => {
    const plan = await startPlan()
    expect(await fail(plan.id)).toMatchObject({ status: 200, body: { status: 'past_due' } })
    const { body } = await fail(plan.id)
    const open = await fixture.stripe.invoices.retrieve(body.latest_invoice, {
      expand: ['payments.data.payment.payment_intent'],
    })
    expect(open).toMatchObject({
      status: 'open',
      attempt_count: 2,
      amount_remaining: 1497,
      billing_reason: 'subscription_cycle',
      payments: {
        data: [{ status: 'open', payment: { payment_intent: { status: 'requires_payment_method' } } }],
      },
    })
    await fixture.webhook('invoice.payment_failed', open.id)

    const recovered = await renew(plan.id)
    expect(recovered).toMatchObject({ status: 200, body: { status: 'active', latest_invoice: open.id } })
    expect(await fixture.stripe.invoices.retrieve(open.id ?? '')).toMatchObject({
      status: 'paid',
      attempt_count: 3,
    })
    await fixture.webhook('invoice.paid', open.id)
    const next = await renew(plan.id)
    expect(next.body.latest_invoice).not.toBe(open.id)
    const updates = fixture.shop.received.filter(
      ({ event }) => event.type === 'customer.subscription.updated',
    )
    expect(updates.map(({ event }) => event.data.previous_attributes)).toContainEqual(
      expect.objectContaining({ status: 'past_due' }),
    )
  })

  test('when it is cancelled, then it ends at once, once, and bills nothing more', async () => {
    const { id } = await startPlan()
    const cancelled = await fixture.stripe.subscriptions.cancel(id, {
      cancellation_details: { comment: 'too many socks' },
    })
    expect(cancelled).toMatchObject({
      status: 'canceled',
      cancellation_details: { comment: 'too many socks', reason: 'cancellation_requested' },
    })
    expect(cancelled.ended_at).not.toBeNull()
    await fixture.webhook('customer.subscription.deleted', id)
    await expect(fixture.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await renew(id)).toMatchObject({ status: 400 })
    await expect(
      fixture.stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } }),
    ).rejects.toMatchObject({
      statusCode: 400,
    })
    const listed = (await fixture.stripe.subscriptions.list({ limit: 100 })).data.map((one) => one.id)
    expect(listed).not.toContain(id)
  })

  test('when one month is refunded, then the refund covers that month only', async () => {
    const { id } = await startPlan()
    const { body } = await renew(id)
    const invoice = await fixture.stripe.invoices.retrieve(body.latest_invoice, { expand: ['payments'] })
    const intent = String(invoice.payments?.data[0]?.payment.payment_intent)
    expect(await fixture.stripe.paymentIntents.retrieve(intent)).toMatchObject({
      status: 'succeeded',
      amount: 1497,
    })
    expect(await fixture.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 1497 })
    expect((await fixture.stripe.checkout.sessions.list({ payment_intent: intent })).data).toEqual([])
  })

  test('when its customer subscribes again, then the new plan belongs to the same customer', async () => {
    const plan = await startPlan()
    const { customer_email: _, ...params } = threeAMonth
    const session = await fixture.stripe.checkout.sessions.create({
      ...params,
      customer: String(plan.customer),
    })
    const { body } = await fixture.complete(session.id)
    expect(body).toMatchObject({ customer: plan.customer, customer_details: { email: 'ann@example.com' } })
  })
})

describe('billing periods', () => {
  test('when the anchor is the 31st, then short months use their last day and long months the 31st', () => {
    const anchor = new Date('2028-01-31T23:59:59Z')
    const starts = [0, 1, 2, 3, 13, 48].map((n) => periodStart(anchor, n).toISOString())
    expect(starts).toEqual([
      '2028-01-31T23:59:59.000Z',
      '2028-02-29T23:59:59.000Z',
      '2028-03-31T23:59:59.000Z',
      '2028-04-30T23:59:59.000Z',
      '2029-02-28T23:59:59.000Z',
      '2032-01-31T23:59:59.000Z',
    ])
  })
})
