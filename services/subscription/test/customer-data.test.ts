import { unavailable } from '@prankpost/service-kit'
import { deletionRequested, exportRequested, newCustomer, newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { planPaid, planRenewed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

test('when a customer requests their data then it contains their plans', async () => {
  const { user, planId } = await fixture.activePlan()
  await fixture.deliver(exportRequested(user.id))
  expect(fixture.customerData.parts[0]?.records).toEqual([
    expect.objectContaining({ id: planId, prankCount: 3 }),
  ])
})

test('when an account is deleted then its plan is cancelled at Stripe and stays without a name, also after a late renewal', async () => {
  const { user, planId } = await fixture.activePlan()
  const deletion = deletionRequested(user.id)
  await fixture.deliver(deletion)
  await fixture.deliver(deletion)
  await fixture.deliver(planRenewed(planId, 1))
  const plan = await fixture.plans.findById(planId).lean()
  expect(plan).toMatchObject({
    status: 'cancelled',
    customer: { firstName: 'Deleted', lastName: 'customer', email: '' },
  })
  expect(fixture.payment.calls.filter((path) => path === `/internal/plans/${planId}/cancel`)).toHaveLength(1)
  // Earlier events in the outbox are still published unchanged; no later event contains the name.
  const { outbox: _sent, ...kept } = plan ?? {}
  expect(JSON.stringify(kept)).not.toContain(user.email)
  expect(JSON.stringify(plan?.outbox.slice(1))).not.toContain(user.email)
  const { counts } = (await fixture.customerData.erasure(user.id)) ?? {}
  expect(counts?.map(({ count }) => count)).toEqual([1, 1])
})

test('when Stripe is unavailable then the name is erased, and a later attempt cancels the plan', async () => {
  const { user, planId } = await fixture.activePlan()
  fixture.payment.before = async () => {
    throw unavailable()
  }
  const deletion = deletionRequested(user.id)
  expect(await fixture.deliver(deletion)).toBeInstanceOf(Error)
  expect((await fixture.customerData.erasure(user.id))?.answeredAt).toBeNull()
  fixture.payment.before = async () => undefined
  await fixture.deliver(deletion)
  expect((await fixture.plans.findById(planId).lean())?.status).toBe('cancelled')
  expect((await fixture.customerData.erasure(user.id))?.outbox).toHaveLength(1)
})

test('when a plan is unpaid then it is closed at Stripe and deleted, and a late payment ends it at once', async () => {
  const user = newCustomer()
  await fixture.checkout(user)
  const planId = newId()
  await fixture.deliver(deletionRequested(user.id, new Date(0).toISOString()))
  expect(await fixture.plans.countDocuments({ ownerId: user.id })).toBe(0)
  await fixture.deliver(planPaid(user, planId))
  const late = await fixture.plans.findById(planId).lean()
  expect(late).toMatchObject({ status: 'cancelled', customer: { email: '' } })
})

test('when a cancellation that sends the unsent pranks failed before, then the deletion refunds them', async () => {
  const { user, planId } = await fixture.activePlan()
  fixture.payment.before = async () => {
    throw unavailable()
  }
  const path = `/api/subscriptions/${planId}/cancel`
  expect((await fixture.call('POST', path, { as: user, body: { unsent: 'send' } })).status).toBe(503)
  const deletion = deletionRequested(user.id)
  expect(await fixture.deliver(deletion)).toBeInstanceOf(Error)
  fixture.payment.before = async () => undefined
  for (const _ of [1, 2]) expect(await fixture.deliver(deletion)).toBeNull()
  expect((await fixture.emitted(planId)).last).toMatchObject({ status: 'cancelled', unsent: 'refund' })
})

test('when the first payment of a plan is being processed for days then the plan is cancelled once it is paid', async () => {
  const user = newCustomer()
  await fixture.checkout(user)
  const planId = (await fixture.plans.findOne({ ownerId: user.id }))?._id ?? ''
  fixture.payment.paid.add(planId)
  expect(await fixture.deliver(deletionRequested(user.id))).toBeInstanceOf(Error)
  await fixture.deliver(planPaid(user, planId))
  await fixture.connection
    .collection('erasures')
    .updateOne({ _id: user.id as never }, { $set: { lookAt: new Date(0) } })
  await fixture.customerData.check()
  expect((await fixture.plans.findById(planId).lean())?.status).toBe('cancelled')
  expect((await fixture.customerData.erasure(user.id))?.outbox).toHaveLength(1)
})
