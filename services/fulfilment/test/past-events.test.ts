import { pastEvents } from '@prankpost/contracts'
import { pagesOf } from '@prankpost/service-kit'
import { afterAll, describe, expect, test } from 'vitest'
import { month, newPlan, orderPaid, startFixture, statusChanged } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

async function readAll(limit: number) {
  const query = { limit: String(limit) }
  const pages = await Array.fromAsync(pagesOf(fixture.internal, '/internal/past-events', pastEvents, query))
  return pages.flatMap(({ events }) => events)
}

describe('past events', () => {
  test("when parcels are shipped then each of a plan's is listed once, as it was emitted; those of orders are not", async () => {
    for (let n = 0; n < 2; n++) {
      const plan = newPlan(2)
      await fixture.deliver(month(plan, 0))
      await fixture.deliver(month(plan, 1))
      await fixture.ship(plan, { trackingNumber: `T-${n}` })
      await fixture.ship(plan, { adminNotes: 'Note' })
      await fixture.ship(plan)
      const paid = orderPaid()
      await fixture.deliver(paid)
      await fixture.deliver(statusChanged({ orderId: paid.subject, from: 'paid', to: 'shipped' }))
    }
    const months = await fixture.shipments
      .find({ invoiceId: { $exists: true } })
      .sort({ _id: 1 })
      .lean()
    const expected = months.flatMap(({ outbox }) =>
      outbox.map(({ traceparent: _trace, time, ...entry }) => ({ ...entry, time: time.toISOString() })),
    )
    expect(expected).toHaveLength(6)
    for (const limit of [1, 4, 100]) expect(await readAll(limit)).toEqual(expected)
  })
})
