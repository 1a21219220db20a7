import { renewalConsent } from '@prankpost/contracts'
import { deletionRequested, exportRequested, newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { planPaid, planRenewed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const planOf = async (ownerId: string) => {
  const [plan] = await fixture.plans.find({ ownerId }).lean()
  if (plan === undefined) throw new Error('no plan')
  return plan
}
const change = (as: ReturnType<typeof newCustomer>, planId: string, prankCount: number) =>
  fixture.call('PATCH', `/api/subscriptions/${planId}`, { as, body: { prankCount } })
/** A customer who started a plan of 3 pranks at the checkout. */
async function startedPlan() {
  const user = newCustomer()
  await fixture.checkout(user, 3)
  const { _id: planId } = await planOf(user.id)
  await fixture.deliver(planPaid(user, planId))
  return { user, planId }
}
/** The price of the terms in the plan's last event. */
const agreedInEvent = async (planId: string) => {
  const { last } = await fixture.emitted(planId)
  return (last?.agreement as { amountCents: number } | undefined)?.amountCents
}

describe('the renewal terms', () => {
  test('when a plan is chosen, twice, then wording, version, price, interval and time are stored with it, once', async () => {
    const user = newCustomer()
    await fixture.checkout(user, 3)
    await fixture.checkout(user, 3)
    const plan = await planOf(user.id)
    expect(plan.agreements).toEqual([{ ...renewalConsent(1497), at: plan.createdAt }])
    await fixture.checkout(user, 3, 'MARKYMARC')
    const replaced = await planOf(user.id)
    expect(replaced.agreements).toEqual([{ ...renewalConsent(99), at: replaced.createdAt }])
  })

  test('when months are paid then the plan shows the terms, and each event contains them', async () => {
    const { user, planId } = await startedPlan()
    const { agreements: [stored] = [] } = await planOf(user.id)
    const agreedAt = stored?.at.toISOString()
    expect((await fixture.own(user))[0]?.agreement).toEqual({
      ...{ kind: 'renewal', version: stored?.version, wording: renewalConsent(1497).wording },
      ...{ price: '14.97', interval: 'month', agreedAt },
    })
    const inEvent = { ...renewalConsent(1497), at: agreedAt }
    expect((await fixture.emitted(planId)).last?.agreement).toEqual(inEvent)
    await fixture.deliver(planRenewed(planId, 1))
    expect((await fixture.emitted(planId)).last?.agreement).toEqual(inEvent)
  })

  test('when the price is changed, twice, then the new terms are stored once, and each month has those of its price', async () => {
    const { user, planId } = await startedPlan()
    await change(user, planId, 2)
    await change(user, planId, 2)
    const { agreements = [] } = await planOf(user.id)
    expect(agreements.slice(1)).toEqual([{ ...renewalConsent(998, 'changing'), at: expect.any(Date) }])
    expect((await fixture.own(user))[0]?.agreement?.price).toBe('9.98')
    await fixture.deliver(planRenewed(planId, 2, 998, 2))
    expect(await agreedInEvent(planId)).toBe(998)
    // The month before it, recorded late, was billed with the first price.
    await fixture.deliver(planRenewed(planId, 1, 1497, 3))
    expect(await agreedInEvent(planId)).toBe(1497)
  })

  test('when the plan costs the same for any number then a change needs no new terms', async () => {
    const user = newCustomer()
    await fixture.checkout(user, 3, 'MARKYMARC')
    const { _id: planId } = await planOf(user.id)
    await fixture.deliver(planPaid(user, planId, { amountCents: 99 }))
    expect((await change(user, planId, 5)).status).toBe(200)
    expect((await planOf(user.id)).agreements).toHaveLength(1)
  })

  test('when the plan is from an earlier version then it has none until its price is changed', async () => {
    const { user, planId } = await fixture.activePlan()
    expect((await fixture.own(user))[0]?.agreement).toBeNull()
    expect(await agreedInEvent(planId)).toBeUndefined()
    await change(user, planId, 5)
    await fixture.deliver(planRenewed(planId, 1, 1497, 3))
    expect(await agreedInEvent(planId)).toBeUndefined()
    await fixture.deliver(planRenewed(planId, 2, 2495, 5))
    expect(await agreedInEvent(planId)).toBe(2495)
  })
})

test('when the data is exported then it contains all terms; when the account is deleted then they stay, without a name', async () => {
  const { user, planId } = await startedPlan()
  await change(user, planId, 1)
  await fixture.deliver(exportRequested(user.id))
  const records = fixture.customerData.parts.flatMap((part) => part.records) as Record<string, unknown>[]
  const exported = records.find(({ id }) => id === planId)
  expect(exported).toMatchObject({ agreements: [{ price: '14.97' }, { price: '4.99' }] })
  expect(exported).not.toHaveProperty('agreement')
  await fixture.deliver(deletionRequested(user.id))
  const { agreements, customer } = await planOf(user.id)
  expect(customer.email).toBe('')
  expect(agreements?.map(({ amountCents }) => amountCents)).toEqual([1497, 499])
})
