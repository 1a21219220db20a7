import { afterAll, describe, expect, test } from 'vitest'
import { startFixture, threeAMonth } from './sandbox-fixture.ts'

const fixture = await startFixture('plan_terms')
afterAll(() => fixture.stop())

async function startPlan() {
  const { stripe } = fixture
  const { customer_email: email, ...params } = threeAMonth
  const customer = await stripe.customers.create(
    { email: String(email) },
    { idempotencyKey: `c-${Math.random()}` },
  )
  const { id } = await stripe.checkout.sessions.create({ ...params, customer: customer.id })
  const { body } = await fixture.complete(id)
  return { planId: body.subscription, customerId: customer.id }
}

describe('the terms of a plan', () => {
  test('when the price changes, then later invoices have it and earlier ones keep theirs', async () => {
    const { stripe } = fixture
    const { planId } = await startPlan()
    const [item] = (await stripe.subscriptions.retrieve(planId)).items.data
    const product = String(item?.price.product)
    const price_data = {
      currency: 'usd',
      product,
      unit_amount: 998,
      recurring: { interval: 'month' as const },
    }
    const items = [{ id: String(item?.id), quantity: 1, price_data }]
    const metadata = { prankCount: '1' }
    const changed = await stripe.subscriptions.update(planId, { items, metadata, proration_behavior: 'none' })
    expect(changed.metadata).toEqual({ planId: 'p1', prankCount: '1' })
    await fixture.post(`/test/subscriptions/${planId}/renew`)
    const { data } = await stripe.invoices.list({ subscription: planId })
    expect(data[0]?.amount_paid).toBe(998)
    expect(data[1]?.amount_paid).not.toBe(998)
    expect(data.map(({ amount_paid, lines }) => amount_paid === lines.data[0]?.amount)).toEqual([true, true])
  })

  test('when it is paused, then its invoices are void, and it resumes before the next charge', async () => {
    const { stripe } = fixture
    const { planId } = await startPlan()
    const end = Math.floor(Date.now() / 1000) + 55 * 86_400
    await stripe.subscriptions.update(planId, { pause_collection: { behavior: 'void', resumes_at: end } })
    await fixture.post(`/test/subscriptions/${planId}/renew`)
    await fixture.post(`/test/subscriptions/${planId}/renew`)
    const { data } = await stripe.invoices.list({ subscription: planId })
    expect(data.map(({ status }) => status)).toEqual(['paid', 'void', 'paid'])
    expect((await stripe.subscriptions.retrieve(planId)).pause_collection).toBeNull()
    const past = { behavior: 'void' as const, resumes_at: 1 }
    await expect(stripe.subscriptions.update(planId, { pause_collection: past })).rejects.toThrow('future')
  })
})

describe('the billing portal', () => {
  test('when the card is replaced on its page, then the customer has it as default', async () => {
    const { stripe } = fixture
    const { customerId } = await startPlan()
    const { url } = await stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: 'http://shop.test/',
    })
    const address = `${fixture.url}${new URL(url).pathname}`
    const send = (card: string) => fetch(address, { method: 'POST', body: new URLSearchParams({ card }) })
    expect(await (await fetch(address)).text()).toContain('4242')
    expect(await (await send('4000000000000002')).text()).toContain('Your card was declined.')
    expect(await (await send('4000000000000341')).text()).toContain('Your new card is saved.')
    const customer = await stripe.customers.retrieve(customerId)
    if (customer.deleted) throw new Error('deleted')
    const method = String(customer.invoice_settings.default_payment_method)
    expect((await stripe.paymentMethods.retrieve(method)).card?.last4).toBe('0341')
    expect((await fetch(`${address}x`)).status).toBe(404)
  })

  test('when a session is for the card only, then its page returns to the shop with the new card', async () => {
    const { stripe } = fixture
    const { customerId } = await startPlan()
    const flow_data = {
      type: 'payment_method_update' as const,
      after_completion: { type: 'redirect' as const, redirect: { return_url: 'http://shop.test/account' } },
    }
    const session = await stripe.billingPortal.sessions.create({ customer: customerId, flow_data })
    expect(session.flow).toMatchObject(flow_data)
    const body = new URLSearchParams({ card: '4242424242424242' })
    const address = `${fixture.url}${new URL(session.url).pathname}`
    const saved = await fetch(address, { method: 'POST', body, redirect: 'manual' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, 'http://shop.test/account'])
    await expect(
      stripe.billingPortal.sessions.create({
        customer: customerId,
        flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: 'sub_1' } },
      }),
    ).rejects.toThrow('flow_data')
  })

  test('when the stored card is charged, then the invoice stays open with one more attempt, also for a repeated key', async () => {
    const { stripe } = fixture
    const { planId, customerId } = await startPlan()
    await fixture.post(`/test/subscriptions/${planId}/fail-renewal`)
    const invoice = String((await stripe.subscriptions.retrieve(planId)).latest_invoice)
    await fixture.post(`/test/customers/${customerId}/card`, { card: '4000000000000341' })
    const customer = await stripe.customers.retrieve(customerId)
    if (customer.deleted) throw new Error('deleted')
    const payment_method = String(customer.invoice_settings.default_payment_method)
    for (const _try of [1, 2]) {
      const paid = stripe.invoices.pay(invoice, { payment_method }, { idempotencyKey: `pay-${invoice}` })
      await expect(paid).rejects.toMatchObject({ code: 'card_declined' })
    }
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'open', attempt_count: 2 })
  })
})
