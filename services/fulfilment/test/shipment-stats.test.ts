import { digestOfParcels, sentPranks, shipmentStats } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import {
  cancelled,
  disputeChanged,
  invoiceOf,
  month,
  newPlan,
  orderPaid,
  parcelsChanged,
  parcelsOf,
  potato,
  startFixture,
  statusChanged,
} from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const stats = async () =>
  shipmentStats.parse((await fixture.operator('GET', '/api/admin/shipment-stats')).body)

describe('due parcels', () => {
  test('when nothing is due then the counts are zero', async () => {
    expect(await stats()).toEqual({ parcelsDue: 0, parcelsOverdue: 0, parcelsHeld: 0, overdue: [] })
  })

  test('when orders and months are due then parcels are counted, and overdue shipments are listed oldest first', async () => {
    const plan = newPlan(4)
    fixture.target(plan.ownerId)
    await fixture.deliver(month(plan, 0, { paidAt: hoursAgo(30) }))
    await fixture.ship(plan)
    const paidAt = [hoursAgo(50), hoursAgo(1), hoursAgo(25)].map((at) => at.toISOString())
    const orders = paidAt.map((at) => orderPaid([{}, {}], { paidAt: at }))
    for (const paid of orders) await fixture.deliver(paid)

    const { parcelsDue, parcelsOverdue, overdue } = await stats()
    expect([parcelsDue, parcelsOverdue]).toEqual([9, 7])
    const digest = await fixture.clientFor('notification').get('/internal/digest', digestOfParcels)
    expect(digest).toEqual({ toSend: 9, overdue: 7, held: 0 })
    expect(overdue).toMatchObject([
      { orderId: orders[0]?.subject, stripeSubscriptionId: null, parcelsDue: 2, dueSince: paidAt[0] },
      { orderId: null, stripeSubscriptionId: plan.stripeSubscriptionId, parcelsDue: 3 },
      { orderId: orders[2]?.subject, parcelsDue: 2 },
    ])

    await fixture.deliver(cancelled(plan))
    await fixture.deliver(statusChanged({ orderId: orders[0]?.subject ?? '', from: 'paid', to: 'shipped' }))
    await fixture.deliver(statusChanged({ orderId: orders[2]?.subject ?? '', from: 'paid', to: 'pending' }))
    expect(await stats()).toEqual({ parcelsDue: 2, parcelsOverdue: 0, parcelsHeld: 0, overdue: [] })
  })

  test('when parcels are withdrawn or held then they are neither due nor overdue; after a won dispute they are again', async () => {
    const before = await stats()
    const paid = orderPaid([{}, {}, {}], { paidAt: hoursAgo(60).toISOString() })
    const plan = newPlan(4)
    fixture.target(plan.ownerId)
    await fixture.deliver(paid)
    await fixture.deliver(month(plan, 0, { paidAt: hoursAgo(60) }))
    const state = parcelsOf(paid.subject, 1, ['withdrawn', {}, {}])
    await fixture.deliver(parcelsChanged(paid.subject, state))
    await fixture.deliver(disputeChanged({ invoiceId: invoiceOf(plan, 0) }, 'open'))
    const held = await stats()
    expect([held.parcelsDue - before.parcelsDue, held.parcelsOverdue - before.parcelsOverdue]).toEqual([2, 2])
    expect(held.overdue).toMatchObject([{ orderId: paid.subject, parcelsDue: 2 }])
    await fixture.deliver(disputeChanged({ invoiceId: invoiceOf(plan, 0) }, 'won', { second: 1 }))
    const won = await stats()
    expect(won.parcelsOverdue - held.parcelsOverdue).toBe(4)
    await fixture.deliver(statusChanged({ orderId: paid.subject, from: 'paid', to: 'shipped' }))
    await fixture.deliver(cancelled(plan))
    expect(await stats()).toEqual(before)
  })

  test('when operators hold parcels then these count as held, and are neither due nor overdue, until they are released', async () => {
    const before = await stats()
    const paidAt = hoursAgo(70)
    const paid = orderPaid([{}, {}], { paidAt: paidAt.toISOString() })
    await fixture.deliver(paid)
    const plan = newPlan(2)
    fixture.target(plan.ownerId)
    await fixture.deliver(month(plan, 0, { paidAt }))
    await fixture.operator('GET', `/api/admin/plan-draw/${plan.stripeSubscriptionId}`)
    const { _id } = (await fixture.shipments.findOne({ invoiceId: invoiceOf(plan, 0) }).lean()) ?? {}
    const act = async (action: 'hold' | 'release', id: string) => {
      const body = action === 'hold' ? { reason: 'Torn box' } : {}
      expect((await fixture.operator('POST', `/api/admin/parcels/${id}/${action}`, body)).status).toBe(200)
    }
    const changed = async () => {
      const now = await stats()
      const digest = await fixture.clientFor('notification').get('/internal/digest', digestOfParcels)
      expect(digest).toEqual({
        toSend: now.parcelsDue,
        overdue: now.parcelsOverdue,
        held: now.parcelsHeld,
      })
      const overdue = now.overdue.filter(({ shipmentId }) =>
        before.overdue.every((one) => one.shipmentId !== shipmentId),
      )
      return [
        now.parcelsDue - before.parcelsDue,
        now.parcelsOverdue - before.parcelsOverdue,
        now.parcelsHeld - before.parcelsHeld,
        overdue.map(({ parcelsDue }) => parcelsDue).toSorted(),
      ]
    }
    const [one, other, slot] = [`${paid.subject}-1`, `${paid.subject}-2`, `${_id}-1`]
    expect(await changed()).toEqual([4, 4, 0, [2, 2]])
    await act('hold', one)
    await act('hold', slot)
    expect(await changed()).toEqual([2, 2, 2, [1, 1]])
    await act('hold', other)
    expect(await changed()).toEqual([1, 1, 3, [1]])
    for (const id of [one, other, slot]) await act('release', id)
    expect(await changed()).toEqual([4, 4, 0, [2, 2]])
    const { parcels } = parcelsOf(paid.subject, 9_000, ['withdrawn', {}])
    const state = {
      parcelsRevision: 9_000,
      parcels: parcels.map((parcel) => ({ ...parcel, heldBecause: parcel.isWithdrawn ? 'Torn box' : null })),
    }
    await fixture.deliver(parcelsChanged(paid.subject, state))
    expect(await changed()).toEqual([3, 3, 0, [1, 2]])
    await fixture.deliver(statusChanged({ orderId: paid.subject, from: 'paid', to: 'shipped' }))
    await fixture.deliver(cancelled(plan))
  })

  test("when a plan's parcel has no target then it counts as held, and is not overdue, until there is one", async () => {
    const before = await stats()
    const plan = newPlan(2)
    await fixture.deliver(month(plan, 0, { paidAt: hoursAgo(80) }))
    const changed = async () => {
      const now = await stats()
      const digest = await fixture.clientFor('notification').get('/internal/digest', digestOfParcels)
      expect(digest).toMatchObject({ overdue: now.parcelsOverdue, held: now.parcelsHeld })
      const isListed = now.overdue.some((one) => one.stripeSubscriptionId === plan.stripeSubscriptionId)
      return [now.parcelsOverdue - before.parcelsOverdue, now.parcelsHeld - before.parcelsHeld, isListed]
    }
    expect(await changed()).toEqual([0, 2, false])
    const { body } = await fixture.operator('GET', '/api/admin/parcels?status=held&limit=200')
    expect(body.items).toHaveLength((await stats()).parcelsHeld)
    fixture.target(plan.ownerId)
    await fixture.operator('GET', `/api/admin/plan-draw/${plan.stripeSubscriptionId}`)
    expect(await changed()).toEqual([2, 0, true])
    await fixture.ship(plan)
    expect(await changed()).toEqual([1, 0, true])
    await fixture.deliver(cancelled(plan))
  })

  test('when a parcel is planned for a later day then the digest counts it from the day on which it is to be sent', async () => {
    const digest = () => fixture.clientFor('notification').get('/internal/digest', digestOfParcels)
    const before = [await stats(), await digest()] as const
    const paid = orderPaid([{}, {}], { paidAt: hoursAgo(1).toISOString() })
    await fixture.deliver(paid)
    const plan = async (hours: number, heldBecause: string | null = null) => {
      const present = parcelsOf(paid.subject, Math.round(10_000 - hours), [{}, {}])
      const dates = { arriveBy: '2027-04-01', shipBy: hoursAgo(-hours).toISOString() }
      const parcels = present.parcels.map((parcel, n) => ({
        ...parcel,
        ...dates,
        ...(n === 0 && { heldBecause }),
      }))
      await fixture.deliver(parcelsChanged(paid.subject, { ...present, parcels }))
    }
    const changed = async () => {
      const [all, due] = [await stats(), await digest()]
      return [all.parcelsDue - before[0].parcelsDue, due.toSend - before[1].toSend, due.held - before[1].held]
    }
    await plan(1_000)
    expect(await changed()).toEqual([2, 0, 0])
    // A held parcel needs an operator, whatever its day.
    await plan(900, 'Torn box')
    expect(await changed()).toEqual([1, 0, 1])
    await plan(20)
    expect(await changed()).toEqual([2, 2, 0])
    await plan(19, 'Torn box')
    expect(await changed()).toEqual([1, 1, 1])
    // Its 24 hours begin a day before the ship-by date, and not with the payment.
    await plan(-1)
    const mine = (await stats()).overdue.find(({ orderId }) => orderId === paid.subject)
    expect(Math.round((Date.now() - Date.parse(mine?.dueSince ?? '')) / 3_600_000)).toBe(25)
    await fixture.deliver(statusChanged({ orderId: paid.subject, from: 'paid', to: 'shipped' }))
  })

  test('when more than 20 are overdue then 20 are listed and all are counted', async () => {
    const before = await stats()
    for (let n = 0; n < 22; n++)
      await fixture.deliver(orderPaid([{}], { paidAt: hoursAgo(100).toISOString() }))
    const { parcelsOverdue, overdue } = await stats()
    expect([parcelsOverdue - before.parcelsOverdue, overdue.length]).toEqual([22, 20])
  })
})

describe('sent pranks', () => {
  const sentTo = async (ownerId: string) =>
    sentPranks.parse((await fixture.operator('GET', `/api/admin/sent-pranks/${ownerId}`)).body)

  test('when parcels of orders and plans are shipped then they are listed newest first; others are not', async () => {
    const plan = await fixture.plan()
    const { ownerId } = plan
    const contactId = fixture.target(ownerId)
    const ago = (months: number) => new Date(Date.now() - months * 30 * 86_400_000)
    const send = async (contact: string | null, monthsAgo: number) => {
      const paid = orderPaid([{ contactId: contact }], { ownerId })
      await fixture.deliver(paid)
      const change = { orderId: paid.subject, from: 'paid', to: 'shipped', at: ago(monthsAgo) } as const
      await fixture.deliver(statusChanged(change))
    }
    await send('local-1700000000000', 5)
    await send('too-long-ago', 8)
    await send(null, 1)
    await fixture.deliver(orderPaid([{ contactId: 'not-yet' }], { ownerId }))
    await fixture.ship(plan, { contactId })
    expect((await sentTo(ownerId)).map((one) => [one.contactId, one.prankId])).toEqual([
      [contactId, potato.prankId],
      ['local-1700000000000', potato.prankId],
    ])
  })

  test("when nothing was sent then the list is empty, whatever was sent to other customers' targets", async () => {
    expect(await sentTo(newId())).toEqual([])
  })
})
