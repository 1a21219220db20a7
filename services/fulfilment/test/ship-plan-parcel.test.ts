import { newId } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  cancelled,
  invoiceOf,
  month,
  newKey,
  newPlan,
  potato,
  startFixture,
  type TestPlan,
} from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const monthsOf = ({ stripeSubscriptionId }: TestPlan) =>
  fixture.shipments
    .find({ 'plan.stripeSubscriptionId': stripeSubscriptionId })
    .sort({ 'plan.periodStart': 1 })
    .lean()
const leftOf = async (plan: TestPlan) => (await monthsOf(plan)).map(({ parcels }) => parcels.length)
const countByStatus = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe("shipping a plan's parcel", () => {
  test('when it is shipped then the month contains it, with the present address, and the event is in the same write', async () => {
    const plan = await fixture.plan()
    const contactId = fixture.target(plan.ownerId, { address2: 'Apt 4' })
    const note = { adminNotes: 'Fragile $set (Shipment 1/3)', trackingNumber: '1Z999AA10123456784' }
    const { status, body } = await fixture.ship(plan, { contactId, ...note })
    expect([status, body]).toEqual([
      201,
      { shipmentId: expect.any(String), parcelId: expect.any(String), parcelsShipped: 1, parcelsTotal: 3 },
    ])
    const [stored] = await monthsOf(plan)
    expect(stored).toMatchObject({ parcelsDue: 2, revision: 3, lastShippedAt: stored?.parcels[0]?.shippedAt })
    expect(await fixture.emitted({ invoiceId: invoiceOf(plan, 0) })).toEqual([
      {
        parcelId: body.parcelId,
        prank: {
          id: potato.prankId,
          name: potato.name,
          description: potato.description,
          tier: 'Standard',
          image: 'potato',
        },
        contactId,
        contact: {
          name: 'Gerald Snail',
          address: '1 Garden Path',
          address2: 'Apt 4',
          city: 'Bend',
          state: 'OR',
          zipCode: '97701',
        },
        quantity: 1,
        shipmentId: body.shipmentId,
        ownerId: plan.ownerId,
        orderId: null,
        subscriptionId: plan.subscriptionId,
        stripeSubscriptionId: plan.stripeSubscriptionId,
        invoiceId: invoiceOf(plan, 0),
        parcelsShipped: 1,
        parcelsTotal: 3,
        ...note,
        carrier: 'UPS',
        shippedAt: stored?.parcels[0]?.shippedAt?.toISOString(),
      },
    ])
  })

  test('when tracking number and notes are empty then they are stored as null', async () => {
    const plan = await fixture.plan()
    await fixture.ship(plan, { adminNotes: '', trackingNumber: '' })
    expect((await fixture.emitted({ invoiceId: invoiceOf(plan, 0) }))[0]).toMatchObject({
      adminNotes: null,
      trackingNumber: null,
      carrier: null,
    })
  })

  test("when the tracking number has no carrier's format then it is stored, and its carrier is null", async () => {
    const plan = await fixture.plan()
    await fixture.ship(plan, { trackingNumber: 'TRACK-1' })
    expect((await fixture.emitted({ invoiceId: invoiceOf(plan, 0) }))[0]).toMatchObject({
      trackingNumber: 'TRACK-1',
      carrier: null,
    })
  })

  test('when a month is full then the next call is refused, and nothing is due', async () => {
    const plan = await fixture.plan({ prankCount: 2 })
    for (const parcelsShipped of [1, 2])
      expect((await fixture.ship(plan)).body).toMatchObject({ parcelsShipped })
    expect(await fixture.ship(plan)).toMatchObject({
      status: 409,
      body: { message: 'All 2 pranks of this month have been shipped already.' },
    })
    expect((await monthsOf(plan))[0]?.dueSince).toBeUndefined()
  })

  test('when two forms of one month ship at once then the later one is refused, and ships nothing of the next month', async () => {
    const plan = newPlan(2)
    for (const n of [0, 1]) await fixture.deliver(month(plan, n))
    const [contactId, invoiceId] = [fixture.target(plan.ownerId), invoiceOf(plan, 0)]
    const form = () => [1, 2].map(() => fixture.ship(plan, { contactId, invoiceId }))
    const answers = await Promise.all([...form(), ...form()])
    expect(countByStatus(answers)).toEqual({ 201: 2, 409: 2 })
    expect(await leftOf(plan)).toEqual([2, 0])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'Nothing of the month that this form shows is due any more. Close the form and open it again for the rest.',
    )
    const repeated = { contactId, invoiceId: invoiceOf(plan, 1), idempotencyKey: newKey() }
    for (const _ of [1, 2]) expect((await fixture.ship(plan, repeated)).status).toBe(201)
    expect((await fixture.ship(plan, { invoiceId: invoiceOf(newPlan(), 0) })).status).toBe(409)
    expect(await leftOf(plan)).toEqual([2, 1])
  })

  test('when an earlier month has due parcels then they are shipped first, in any order of delivery', async () => {
    const plan = newPlan(2)
    await fixture.deliver(month(plan, 1))
    await fixture.deliver(month(plan, 0))
    for (const left of [
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 2],
    ]) {
      expect((await fixture.ship(plan)).status).toBe(201)
      expect(await leftOf(plan)).toEqual(left)
    }
    expect((await fixture.ship(plan)).status).toBe(409)
  })

  test('when 40 calls arrive at once for two months then each ships its five parcels, each announced once', async () => {
    const plan = newPlan(5)
    for (let n = 0; n < 2; n++) await fixture.deliver(month(plan, n))
    const contactId = fixture.target(plan.ownerId)
    const answers = await Promise.all(Array.from({ length: 40 }, () => fixture.ship(plan, { contactId })))
    expect(countByStatus(answers)).toEqual({ 201: 10, 409: 30 })
    expect(await leftOf(plan)).toEqual([5, 5])
    const emitted = await fixture.emitted({ invoiceId: invoiceOf(plan, 0) })
    expect(emitted.map(({ parcelsShipped }) => parcelsShipped)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(emitted.map(({ parcelId }) => parcelId)).size).toBe(5)
  })

  test('when the plan ends during many calls then the confirmed parcels are the shipped parcels', async () => {
    const plan = newPlan(5)
    for (let n = 0; n < 4; n++) await fixture.deliver(month(plan, n))
    const contactId = fixture.target(plan.ownerId)
    const calls = Array.from({ length: 40 }, () => fixture.ship(plan, { contactId }))
    const [, ...answers] = await Promise.all([fixture.deliver(cancelled(plan)), ...calls])
    const { 201: shipped = 0, 409: refused = 0 } = countByStatus(answers)
    expect(shipped + refused).toBe(40)
    expect((await leftOf(plan)).reduce((sum, n) => sum + n, 0)).toBe(shipped)
    expect((await monthsOf(plan)).every(({ parcelsDue }) => parcelsDue === undefined)).toBe(true)
  })
})

describe('a repeated call', () => {
  test('when it has the same key then it returns the same parcel, also after its month is full', async () => {
    const plan = await fixture.plan({ prankCount: 2 })
    const call = { contactId: fixture.target(plan.ownerId), idempotencyKey: newKey() }
    const first = await fixture.ship(plan, call)
    expect(first.status).toBe(201)
    expect((await fixture.ship(plan)).status).toBe(201)
    const asked = fixture.others.asked
    const again = await fixture.ship(plan, call)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(fixture.others.asked).toBe(asked)
    await fixture.deliver(cancelled(plan))
    expect((await fixture.ship(plan, call)).body).toEqual(first.body)
    expect(await leftOf(plan)).toEqual([2])
  })

  test('when copies arrive at the same time, with several months due, then one parcel is shipped', async () => {
    const plan = newPlan(1)
    for (let n = 0; n < 3; n++) await fixture.deliver(month(plan, n))
    const call = { contactId: fixture.target(plan.ownerId), idempotencyKey: newKey() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ship(plan, call)))
    expect(countByStatus(answers)).toEqual({ 201: 20 })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await leftOf(plan)).toEqual([1, 0, 0])
  })

  test('when a copy ships the last parcel between two reads of the other call then both get the same response', async () => {
    const plan = await fixture.plan({ prankCount: 1 })
    const call = { contactId: fixture.target(plan.ownerId), idempotencyKey: newKey() }
    const findOne = fixture.shipments.findOne.bind(fixture.shipments)
    let faster: Awaited<ReturnType<typeof fixture.ship>> | undefined
    const read = vi.spyOn(fixture.shipments, 'findOne').mockImplementation(((filter: object) => {
      if (faster !== undefined || !('parcels.id' in filter)) return findOne(filter as never)
      const lean = async () => {
        const none = await findOne(filter as never).lean()
        read.mockRestore()
        faster = await fixture.ship(plan, call)
        return none
      }
      return { lean }
    }) as never)
    const slower = await fixture.ship(plan, call)
    expect([slower.status, slower.body]).toEqual([201, faster?.body])
    expect(await leftOf(plan)).toEqual([1])
  })

  test('when its key was used for another prank, target or plan then it is a 409 that says so', async () => {
    const plan = await fixture.plan()
    const idempotencyKey = newKey()
    await fixture.ship(plan, { idempotencyKey })
    const other = await fixture.plan()
    for (const answer of [
      await fixture.ship(plan, { idempotencyKey }),
      await fixture.ship(other, { idempotencyKey }),
      await fixture.ship(plan, { idempotencyKey, prankId: newId() }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { message: expect.stringMatching(/another/) } })
    }
  })
})

describe('an invalid call', () => {
  let plan: TestPlan
  beforeAll(async () => {
    plan = await fixture.plan()
  })

  test("when the target is unknown or another customer's then it is a 404 that says so", async () => {
    for (const contactId of [newId(), fixture.target(newId())]) {
      expect(await fixture.ship(plan, { contactId })).toMatchObject({
        status: 404,
        body: { message: expect.stringMatching(/address book/) },
      })
    }
  })

  test('when the prank is unknown then it is a 404 that says so', async () => {
    const answer = await fixture.ship(plan, { prankId: newId() })
    expect(answer).toMatchObject({ status: 404, body: { message: expect.stringMatching(/prank/) } })
  })

  test('when the plan is unknown, or not of this customer, then it is a 404', async () => {
    expect((await fixture.ship(plan, { stripeSubscriptionId: 'sub_unknown' })).status).toBe(404)
    const userId = newId()
    expect((await fixture.ship(plan, { userId, contactId: fixture.target(userId) })).status).toBe(404)
  })

  test('when the plan has ended then it is a 409 that says so', async () => {
    const ended = await fixture.plan()
    await fixture.deliver(cancelled(ended))
    expect(await fixture.ship(ended)).toMatchObject({
      status: 409,
      body: { message: 'This plan has ended: nothing more is shipped for it.' },
    })
  })

  test('when contact or catalog is unavailable then it is a 503', async () => {
    fixture.others.isUnavailable = true
    try {
      expect((await fixture.ship(plan)).status).toBe(503)
    } finally {
      fixture.others.isUnavailable = false
    }
  })

  test('when it violates the contract then it is a 400', async () => {
    for (const over of [{ quantity: 2 as 1 }, { prankId: 'potato' }, { idempotencyKey: 'again' }]) {
      expect((await fixture.ship(plan, over)).status).toBe(400)
    }
  })

  test('when all of them were refused then nothing was shipped', async () => {
    expect(await leftOf(plan)).toEqual([0])
  })
})
