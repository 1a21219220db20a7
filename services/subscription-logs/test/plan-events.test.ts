import { noPauseEnd, type SubscriptionLog } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { newId } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'
import { day, newPlan } from './plan-life.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const detailsOf = (entries: SubscriptionLog[]) => entries.map(({ details }) => details)

describe('an entry', () => {
  test('when a plan starts then it contains the customer, the plan and the period', async () => {
    const plan = newPlan({ prankCount: 1 })
    const event = plan.created(day(15))
    expect(await fixture.deliver(event)).toBeNull()
    expect(await fixture.logOf(plan.planId)).toEqual([
      {
        id: `2025-01-15T00:00:00.000Z-0-${event.id}`,
        action: 'created',
        createdAt: day(15),
        subscriptionId: plan.planId,
        stripeSubscriptionId: plan.stripeSubscriptionId,
        user: { id: plan.user.id, email: plan.user.email },
        previousStatus: null,
        newStatus: 'active',
        prankCount: 1,
        amount: '4.99',
        details: 'Started: 1 prank a month for $4.99, first month from 2025-01-15 to 2025-02-14.',
        trackingNumber: null,
        adminNotes: null,
        metadata: {
          event: 'subscription-created',
          invoiceId: plan.invoiceOf(day(15)),
          paymentIntentId: plan.month(day(15)).paymentIntentId,
          periodStart: day(15),
          periodEnd: day(45),
          paidAt: day(15),
        },
      },
    ])
  })

  test('when a month is paid then it is an update without a change of status', async () => {
    const plan = newPlan()
    await fixture.deliver(plan.renewed(day(45)))
    expect((await fixture.logOf(plan.planId))[0]).toMatchObject({
      action: 'updated',
      previousStatus: null,
      newStatus: null,
      amount: '14.97',
      details: 'Renewed: month from 2025-02-14 to 2025-03-16.',
      metadata: { event: 'subscription-renewed', invoiceId: plan.invoiceOf(day(45)) },
    })
  })

  test('when a plan falls past due and recovers then both are updates from one status to the other', async () => {
    const plan = newPlan()
    await fixture.deliverAll(
      plan.updated(day(45), 'past_due'),
      plan.renewed(day(47), { previousStatus: 'past_due' }),
      plan.updated(day(47), 'recovered'),
    )
    expect(await fixture.logOf(plan.planId)).toMatchObject([
      {
        action: 'updated',
        previousStatus: 'past_due',
        newStatus: 'active',
        details: 'Recovered: the month that was open is paid.',
        metadata: { event: 'subscription-updated', change: 'recovered' },
      },
      { previousStatus: 'past_due', newStatus: 'active', metadata: { event: 'subscription-renewed' } },
      {
        action: 'updated',
        previousStatus: 'active',
        newStatus: 'past_due',
        details: 'Past due: the next month could not be collected.',
      },
    ])
  })

  test('when the open month is not collected any more then it does not say that it is paid', async () => {
    const plan = newPlan()
    await fixture.deliver(plan.updated(day(47), 'recovered', { monthDropped: true }))
    expect(detailsOf(await fixture.logOf(plan.planId))).toEqual([
      'No longer past due: the open month is not collected any more.',
    ])
  })

  test('when a plan is paused without an end then it names no date', async () => {
    const plan = newPlan()
    const pause = { change: 'paused', status: 'active', previousStatus: 'active' } as const
    await fixture.deliver(plan.updated(day(47), 'recovered', { ...pause, pausedUntil: noPauseEnd }))
    expect(detailsOf(await fixture.logOf(plan.planId))).toEqual(['Paused without an end.'])
  })

  test('when a plan ends then it says who ended it', async () => {
    const [byCustomer, byStripe] = [newPlan(), newPlan()]
    await fixture.deliverAll(byCustomer.cancelled(day(50)), byStripe.cancelled(day(50), 'stripe'))
    expect((await fixture.logOf(byCustomer.planId))[0]).toMatchObject({
      action: 'cancelled',
      previousStatus: 'active',
      newStatus: 'cancelled',
      details: 'Cancelled by the customer.',
      metadata: { event: 'subscription-cancelled', cancelledBy: 'customer' },
    })
    expect(detailsOf(await fixture.logOf(byStripe.planId))).toEqual(['Ended by Stripe.'])
  })

  test('when a parcel of a plan is shipped then customer and price come from the month, the rest from the event', async () => {
    const plan = newPlan()
    const created = plan.created(day(15))
    const shipped = plan.shipped(day(20), { trackingNumber: 'PP-1', adminNotes: 'Wrapped twice' })
    await fixture.deliverAll(created, shipped)
    expect((await fixture.logOf(plan.planId))[0]).toMatchObject({
      action: 'other',
      createdAt: day(20),
      stripeSubscriptionId: plan.stripeSubscriptionId,
      user: { id: plan.user.id, email: plan.user.email },
      previousStatus: null,
      newStatus: null,
      prankCount: 3,
      amount: '14.97',
      details: 'Parcel 2 of 3 shipped: Raw Potato to Gerald Snail, Bend OR.',
      trackingNumber: 'PP-1',
      adminNotes: 'Wrapped twice',
      metadata: {
        event: 'prank-shipped',
        shipmentId: shipped.subject,
        parcelId: expect.any(String),
        invoiceId: plan.invoiceOf(day(15)),
        parcelsShipped: 2,
        parcelsTotal: 3,
        prankName: 'Raw Potato',
        contactName: 'Gerald Snail',
      },
    })
  })

  test('when a plan was changed then a parcel has the number and the price of its own month', async () => {
    const plan = newPlan()
    const [first, second] = [plan.created(day(1)), plan.shipped(day(3))]
    const changed = plan.renewed(day(31), { prankCount: 5, amountCents: 2495 })
    await fixture.deliverAll(first, changed, second, plan.shipped(day(33), { parcelsTotal: 5 }))
    const parcels = (await fixture.logOf(plan.planId)).filter(({ action }) => action === 'other')
    expect(parcels.map(({ prankCount, amount }) => [prankCount, amount])).toEqual([
      [5, '24.95'],
      [3, '14.97'],
    ])
  })

  test('when a parcel of a one-time order is shipped then there is no entry', async () => {
    const plan = newPlan()
    const none = { subscriptionId: null, stripeSubscriptionId: null, invoiceId: null }
    const before = await fixture.logs.countDocuments()
    expect(await fixture.deliver(plan.shipped(day(20), { orderId: newId(), ...none }))).toBeNull()
    expect(await fixture.logs.countDocuments()).toBe(before)
  })
})

describe('events delivered twice, late or in any sequence', () => {
  test('when each event is delivered twice, some at once, then each has one entry', async () => {
    const plan = newPlan()
    const events = [
      plan.created(day(1)),
      plan.renewed(day(31)),
      plan.shipped(day(3)),
      plan.cancelled(day(40)),
    ]
    await fixture.deliverAll(...events, ...events)
    await Promise.all(events.flatMap((event) => [fixture.deliver(event), fixture.deliver(event)]))
    expect(await fixture.logOf(plan.planId)).toHaveLength(4)
  })

  test('when a parcel is reported before the payment of its month then it is retried and recorded afterwards', async () => {
    const plan = newPlan()
    const paid = [plan.created(day(1)), plan.renewed(day(31))]
    expect((await fixture.deliver(plan.shipped(day(33))))?.name).toBe('NotYet')
    expect(await fixture.logOf(plan.planId)).toEqual([])
    await fixture.deliverAll(...paid)
    const entries = await until(async () => {
      const found = await fixture.logOf(plan.planId)
      return found.length === 3 ? found : null
    })
    expect(entries.map(({ action }) => action)).toEqual(['other', 'updated', 'created'])
  })

  test('when the events of a plan arrive in any sequence then the operator sees them in the sequence in which they happened', async () => {
    const lives = Array.from({ length: 20 }, () => {
      const plan = newPlan({ email: 'same@customers.test' })
      const events = [
        plan.created(day(1)),
        plan.shipped(day(3), { parcelsShipped: 1 }),
        plan.shipped(day(4), { parcelsShipped: 2 }),
        plan.updated(day(31), 'past_due'),
        plan.renewed(day(33), { previousStatus: 'past_due' }),
        plan.updated(day(33), 'recovered'),
        plan.shipped(day(33), { parcelsShipped: 3 }),
        plan.cancelled(day(33)),
      ]
      return { planId: plan.planId, events }
    })
    await Promise.all(lives.map(({ events }, seed) => fixture.deliverAll(...shuffled(events, seed))))
    const read = await until(async () => {
      const all = await Promise.all(lives.map(({ planId }) => fixture.logOf(planId)))
      return all.every((entries) => entries.length === 8) ? all : null
    })
    for (const entries of read) {
      expect(detailsOf(entries)).toEqual([
        'Cancelled by the customer.',
        'Parcel 3 of 3 shipped: Raw Potato to Gerald Snail, Bend OR.',
        'Recovered: the month that was open is paid.',
        'Renewed: month from 2025-02-02 to 2025-03-04.',
        'Past due: the next month could not be collected.',
        'Parcel 2 of 3 shipped: Raw Potato to Gerald Snail, Bend OR.',
        'Parcel 1 of 3 shipped: Raw Potato to Gerald Snail, Bend OR.',
        'Started: 3 pranks a month for $14.97, first month from 2025-01-01 to 2025-01-31.',
      ])
    }
  })

  test('when two of a kind happen in the same millisecond then the ids of the events decide, not their arrival', async () => {
    const plan = newPlan()
    const [a, b] = [plan.shipped(day(3)), plan.shipped(day(3))]
    await fixture.deliverAll(
      plan.created(day(1)),
      ...[a, b].sort((one, other) => (one.id < other.id ? 1 : -1)),
    )
    const ids = (await fixture.logOf(plan.planId)).slice(0, 2).map(({ id }) => id)
    expect(ids).toEqual(
      [a.id, b.id]
        .sort()
        .reverse()
        .map((id) => `2025-01-03T00:00:00.000Z-3-${id}`),
    )
  })
})

describe('an unreadable message', () => {
  test('when it is not an event then it is a dead letter with its reason and the next one is recorded', async () => {
    const id = newId()
    await fixture.deliverRaw('subscription-created', '{"specversion":"1.0"}', id)
    const deadLetters = await until(async () => {
      const found = await fixture.deadLetters()
      return found.length > 0 ? found : null
    })
    expect(deadLetters[0]).toMatchObject({
      id,
      reason: expect.stringContaining('not a valid subscription-created'),
    })
    const plan = newPlan()
    await fixture.deliver(plan.created(day(1)))
    expect(await fixture.logOf(plan.planId)).toHaveLength(1)
  })
})

/** A pseudo-random sequence for each seed. The same seed gives the same sequence, so that failures are reproducible. */
function shuffled(events: OutboxEntry[], seed: number): OutboxEntry[] {
  let state = seed * 7_919 + 42
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state
  }
  return events
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}
