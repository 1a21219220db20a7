import { type PastEvents, pastEvents } from '@prankpost/contracts'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { planEnded, planPaid, planPaymentFailed, planRenewed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

async function readAll(limit: number): Promise<PastEvents['events']> {
  const all: PastEvents['events'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: PastEvents = await fixture.internal.get(
      `/internal/past-events?limit=${limit}${cursor && `&cursor=${cursor}`}`,
      pastEvents,
    )
    all.push(...page.events)
    cursor = page.nextCursor
  }
  return all
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
