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

test('when no webhook arrives then an unpaid month that is voided is recorded once, and a paused month is not', async () => {
  const plan = await startPlan(fixture)
  await plan.bill('fail-renewal')
  await sweep()
  await plan.bill('void-invoice')
  await sweep()
  await sweep()
  const emitted = ['plan-paid', 'plan-payment-failed', 'plan-changed']
  expect(await plan.emitted()).toEqual(emitted)
  const resumes_at = Math.floor(Date.now() / 1000) + 100 * 86_400
  const pause = { pause_collection: { behavior: 'void' as const, resumes_at } }
  await fixture.deps.stripe.subscriptions.update(plan.stripeId, pause)
  await plan.bill('renew')
  await sweep()
  expect(await plan.emitted()).toEqual([...emitted, 'plan-changed'])
  expect((await plan.stored())?.terms?.pausedUntil).toEqual(new Date(resumes_at * 1000))
})
