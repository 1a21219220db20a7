import { deletionRequested, explainQueries, exportRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'
import { day, newPlan, orderPaid } from './plan-life.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const ordersOf = async (planId: string) =>
  (await fixture.logOf(planId)).filter(({ metadata }) => metadata.event === 'order-paid')

describe('a one-time order', () => {
  test('when its customer has a running plan then it has an entry with number, count and amount', async () => {
    const plan = newPlan()
    const order = orderPaid(plan.user.id, day(10))
    await fixture.deliverAll(plan.created(day(1)), order)
    const number = order.subject.slice(-8).toUpperCase()
    expect(await ordersOf(plan.planId)).toEqual([
      {
        id: `${day(10)}-5-${order.subject}`,
        action: 'other',
        createdAt: day(10),
        subscriptionId: plan.planId,
        stripeSubscriptionId: plan.stripeSubscriptionId,
        user: { id: plan.user.id, email: plan.user.email },
        previousStatus: null,
        newStatus: null,
        prankCount: 3,
        amount: '14.97',
        details: `One-time order ${number}: 3 pranks for $14.97.`,
        trackingNumber: null,
        adminNotes: null,
        metadata: { event: 'order-paid', orderId: order.subject, orderNumber: number },
      },
    ])
    for (const q of [number, order.subject, plan.user.email]) {
      const found = await fixture.list(`status=other&q=${q}`)
      expect(found.items.map(({ metadata }) => metadata.orderId)).toContain(order.subject)
    }
  })

  test('when it is recorded then nothing about its targets is stored', async () => {
    const plan = newPlan()
    await fixture.deliverAll(plan.created(day(1)), orderPaid(plan.user.id, day(10)))
    const stored = (await fixture.stored()).filter(({ ownerId }) => ownerId === plan.user.id)
    expect(stored).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toMatch(/Gerald|Garden|Bend|97701/)
  })

  test('when its customer has no plan, or it has no owner, then there is no entry', async () => {
    const before = await fixture.logs.countDocuments()
    expect(await fixture.deliverAll(orderPaid(newId(), day(10)), orderPaid(null, day(10)))).toEqual([])
    expect(await fixture.logs.countDocuments()).toBe(before)
  })

  test('when it was paid before the plan started or after it ended then there is no entry', async () => {
    const plan = newPlan()
    await fixture.deliverAll(plan.created(day(5)), plan.cancelled(day(20)))
    const [before, during, after] = [day(4), day(10), day(21)].map((at) => orderPaid(plan.user.id, at))
    if (!before || !during || !after) throw new Error('not made')
    await fixture.deliverAll(before, during, after)
    expect((await ordersOf(plan.planId)).map(({ metadata }) => metadata.orderId)).toEqual([during.subject])
  })

  test('when the plan is past due then its customer is still a subscriber', async () => {
    const plan = newPlan()
    await fixture.deliverAll(
      plan.created(day(1)),
      plan.updated(day(31), 'past_due'),
      orderPaid(plan.user.id, day(32)),
    )
    expect(await ordersOf(plan.planId)).toHaveLength(1)
  })

  test('when the customer has a second plan after an ended one then the entry belongs to the running one', async () => {
    const first = newPlan()
    const second = newPlan({ user: first.user })
    await fixture.deliverAll(first.created(day(1)), first.cancelled(day(5)), second.created(day(6)))
    await fixture.deliverAll(orderPaid(first.user.id, day(7)))
    expect([await ordersOf(first.planId), await ordersOf(second.planId)].map(({ length }) => length)).toEqual(
      [0, 1],
    )
  })

  test('when it is delivered twice, at the same time, and after the end of the plan then there is one entry', async () => {
    const plan = newPlan()
    const order = orderPaid(plan.user.id, day(10))
    await fixture.deliverAll(plan.created(day(1)))
    await Promise.all([fixture.deliver(order), fixture.deliver(order)])
    await fixture.deliverAll(plan.cancelled(day(40)), order)
    expect(await ordersOf(plan.planId)).toHaveLength(1)
  })

  test('when its plan is queried then an index is used', async () => {
    const plan = newPlan()
    await fixture.deliverAll(plan.created(day(1)))
    const served = await explainQueries(fixture.connection, () =>
      fixture.deliver(orderPaid(plan.user.id, day(10))),
    )
    const reads = served.filter(({ collection }) => collection === 'logs')
    expect(reads).toHaveLength(1)
    expect(reads[0]?.stages.join()).toMatch(/IXSCAN/)
  })

  test('when the account is deleted then its entry keeps number and amount and loses the name, also if it is late', async () => {
    const plan = newPlan()
    const [early, late] = [orderPaid(plan.user.id, day(10)), orderPaid(plan.user.id, day(11))]
    await fixture.deliverAll(plan.created(day(1)), early)
    await fixture.deliver(exportRequested(plan.user.id))
    expect(JSON.stringify(fixture.customerData.parts)).toContain(early.subject)
    await fixture.deliver(deletionRequested(plan.user.id))
    await fixture.deliver(late)
    const entries = await ordersOf(plan.planId)
    expect(entries.map(({ metadata }) => metadata.orderId)).toEqual([late.subject, early.subject])
    expect(new Set(entries.map(({ user }) => user.email))).toEqual(new Set(['Deleted customer']))
    const stored = (await fixture.stored()).filter(({ ownerId }) => ownerId === plan.user.id)
    expect(JSON.stringify(stored)).not.toContain(plan.user.email)
  })
})
