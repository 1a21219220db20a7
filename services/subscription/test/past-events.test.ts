import { pastEvents } from '@prankpost/contracts'
import { pagesOf } from '@prankpost/service-kit'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { planEnded, planPaid, planPaymentFailed, planRenewed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

async function readAll(limit: number) {
  const query = { limit: String(limit) }
  const pages = await Array.fromAsync(pagesOf(fixture.internal, '/internal/past-events', pastEvents, query))
  return pages.flatMap(({ events }) => events)
}

describe('past events', () => {
  test('when plans have events then each is returned once, as it was emitted, in sequence for each plan', async () => {
    const plans = [await fixture.activePlan(), await fixture.activePlan(), await fixture.activePlan()]
    for (const { planId } of plans) {
      await fixture.deliver(planPaymentFailed(planId, 1))
      await fixture.deliver(planRenewed(planId, 1))
      await fixture.deliver(planEnded(planId))
    }
    const user = newCustomer()
    await fixture.checkout(user)
    const pending = await fixture.plans.findOne({ ownerId: user.id }).lean()
    await fixture.deliver(planPaid(user, String(pending?._id)))
    const sent = await fixture.plans.find().sort({ _id: 1 }).lean()
    const expected = sent.flatMap(({ outbox }) =>
      outbox.map(({ id, type, subject, data, time }) => ({
        id,
        type,
        subject,
        data,
        time: time.toISOString(),
      })),
    )
    expect(expected).toHaveLength(16)
    for (const limit of [1, 2, 100]) expect(await readAll(limit)).toEqual(expected)
  })
})
