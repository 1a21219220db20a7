import { sessionCreated } from '@prankpost/contracts'
import {
  deletionRequested,
  eventOf,
  exportRequested,
  newCustomer,
  newId,
} from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const { customerData, handlers } = fixture
afterAll(() => fixture.close())

test('when an account is deleted then its payments stay without the name, also in later events and in the journal', async () => {
  const { id: ownerId, ...customer } = newCustomer()
  const [paid, open] = [newId(), newId()]
  const request = { ownerId, customer, prankCount: 1, amountCents: 499 }
  const session = (planId: string) =>
    fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, { ...request, planId })
  const first = await session(paid)
  await fixture.pay(first.sessionId)
  await fixture.deliver(await fixture.event('checkout.session.completed', first.sessionId))
  const second = await session(open)
  await handlers['customer-export-requested'](eventOf(exportRequested(ownerId)))
  // Both payments, and the customer at Stripe.
  expect(customerData.parts[0]?.records).toHaveLength(3)
  expect(customerData.parts[0]?.records).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: paid, amount: '4.99', email: customer.email })]),
  )

  const deletion = eventOf(deletionRequested(ownerId))
  await handlers['customer-deletion-requested'](deletion)
  await handlers['customer-deletion-requested'](deletion)
  await fixture.pay(second.sessionId)
  await fixture.deliver(await fixture.event('checkout.session.completed', second.sessionId))
  for (const _id of [paid, open]) {
    const payment = await fixture.payments.findById(_id).lean()
    // Events that were in the outbox before the deletion are published unchanged.
    const { outbox, ...kept } = payment ?? {}
    const emitted = _id === paid ? kept : payment
    expect(JSON.stringify(emitted)).not.toContain(customer.email)
    expect([payment?.amountCents, outbox?.[0]?.type]).toEqual([499, 'plan-paid'])
  }
  const { outbox, counts } = (await customerData.erasure(ownerId)) ?? {}
  expect(counts).toEqual([
    { what: 'Payments', outcome: 'anonymized', count: 2 },
    { what: 'Link to the customer at Stripe', outcome: 'deleted', count: 1 },
  ])
  expect(await fixture.customers.exists({ _id: ownerId })).toBeNull()
  expect(outbox?.map(({ type }) => type)).toEqual(['payment-data-erased'])
})
