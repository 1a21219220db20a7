import { afterAll, expect, test } from 'vitest'
import { sweepEvents } from '../src/use-cases/sweep-events.ts'
import { startFixture } from './fixture.ts'
import { startPlan } from './plan-fixture.ts'

/** The sandbox's clock is behind, so that its events are old enough for the sweep. */
const fixture = await startFixture({ now: () => new Date(Date.now() - 60_000) })
afterAll(() => fixture.close())

/** Runs a complete scan of Stripe's list. */
async function sweep() {
  await fixture.cursors.updateOne({ _id: 'stripe' }, { $set: { dueAt: new Date(0) } })
  while (await sweepEvents(fixture.deps));
}

test('when no webhook arrives then a pause and a new card of a past-due plan are each recorded once', async () => {
  const plan = await startPlan(fixture)
  const resumes_at = Math.floor(Date.now() / 1000) + 40 * 86_400
  const { subscriptions } = fixture.deps.stripe
  await subscriptions.update(plan.stripeId, { pause_collection: { behavior: 'void', resumes_at } })
  await sweep()
  await sweep()
  expect(await plan.emitted()).toEqual(['plan-paid', 'plan-changed'])
  await subscriptions.update(plan.stripeId, { pause_collection: '' })
  await plan.bill('fail-renewal')
  await sweep()
  await plan.replaceCard('4242424242424242')
  await sweep()
  await sweep()
  const emitted = await plan.emitted()
  expect(emitted?.slice(0, 2)).toEqual(['plan-paid', 'plan-changed'])
  expect(emitted?.slice(2).toSorted()).toEqual(['plan-changed', 'plan-payment-failed', 'plan-renewed'])
})
