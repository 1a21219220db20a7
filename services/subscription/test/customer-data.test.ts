import { afterAll, expect, test } from '@jest/globals'
import { unavailable } from '@prankpost/service-kit'
import { deletionRequested, exportRequested, newCustomer, newId } from '@prankpost/service-kit/testing'
import { planPaid, planRenewed, startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())

test('when a customer wants their data then their plans are brought', async () => {
  const { user, planId } = await rig.activePlan()
  await rig.deliver(exportRequested(user.id))
  expect(rig.customerData.parts[0]?.records).toEqual([expect.objectContaining({ id: planId, prankCount: 3 })])
})

test('when an account is deleted then its plan is cancelled at Stripe, and stays without a name, also when it renews late', async () => {
  const { user, planId } = await rig.activePlan()
  const deletion = deletionRequested(user.id)
  await rig.deliver(deletion)
  await rig.deliver(deletion)
  await rig.deliver(planRenewed(planId, 1))
  const plan = await rig.plans.findById(planId).lean()
  expect(plan).toMatchObject({
    status: 'cancelled',
    customer: { firstName: 'Deleted', lastName: 'customer', email: '' },
  })
  expect(rig.payment.asked.filter((path) => path === `/internal/plans/${planId}/cancel`)).toHaveLength(1)
  // What was told before it and waits in the outbox still goes out as it was; nothing after it has the name.
  const { outbox: _sent, ...kept } = plan ?? {}
  expect(JSON.stringify(kept)).not.toContain(user.email)
  expect(JSON.stringify(plan?.outbox.slice(1))).not.toContain(user.email)
  const { counts } = (await rig.customerData.erasure(user.id)) ?? {}
  expect(counts?.map(({ count }) => count)).toEqual([1, 1])
})

test('when Stripe is away then the name is gone, and the plan is cancelled on a later try', async () => {
  const { user, planId } = await rig.activePlan()
  rig.payment.before = async () => {
    throw unavailable()
  }
  const deletion = deletionRequested(user.id)
  expect(await rig.deliver(deletion)).toBeInstanceOf(Error)
  expect((await rig.customerData.erasure(user.id))?.answeredAt).toBeNull()
  rig.payment.before = async () => undefined
  await rig.deliver(deletion)
  expect((await rig.plans.findById(planId).lean())?.status).toBe('cancelled')
  expect((await rig.customerData.erasure(user.id))?.outbox).toHaveLength(1)
})

test('when a plan is not paid yet then it is closed at Stripe and deleted, and money that comes late ends it at once', async () => {
  const user = newCustomer()
  await rig.checkout(user)
  const planId = newId()
  await rig.deliver(deletionRequested(user.id, new Date(0).toISOString()))
  expect(await rig.plans.countDocuments({ ownerId: user.id })).toBe(0)
  await rig.deliver(planPaid(user, planId))
  const late = await rig.plans.findById(planId).lean()
  expect(late).toMatchObject({ status: 'cancelled', customer: { email: '' } })
})
