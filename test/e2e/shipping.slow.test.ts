import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Achievement, Subscription } from '@prankpost/contracts'
import { startStack, until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { type Answer, Shopper } from '../support/shopper.ts'
import { subscribe } from '../support/subscriber.ts'

const stack = await startStack({
  services: ['auth', 'contact', 'catalog', 'order', 'payment', 'subscription', 'fulfilment', 'achievement'],
  env: { payment: { SESSION_SWEEP_AFTER_MS: '3000' } },
})
const { adminPassword } = stack
const sandbox = sandboxOf(stack)
const ledgers = openLedgers(stack)
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

const ofStatus = (answers: Answer[], wanted: number) => answers.filter(({ status }) => status === wanted)

/** The month's order as the order service knows it, once all five parcels were reported to it. */
const fullOrder = (plan: Subscription) =>
  until(async () => {
    const order = await ledgers.orders.findOne({ 'plan.subscriptionId': plan.id })
    return order?.status === 'shipped' ? order : null
  })

describe("a plan's month of five", () => {
  test('when fulfilment is killed again and again during 60 calls then five parcels leave, each published once', async () => {
    const { shopper, plan, ship } = await subscribe(stack, 5)
    const emitted = await collectEvents(stack, 'prank-shipped')
    /** Repeats a failed call with the same key until it has a final answer. */
    const insist = async (): Promise<Answer> => {
      const idempotencyKey = randomUUID()
      for (;;) {
        const answer = await ship(idempotencyKey).catch(() => null)
        if (answer?.status === 201 || answer?.status === 409) return answer
        await sleep(250)
      }
    }
    // The calls are sent in waves, so that some are in progress at each kill.
    const calls = Array.from({ length: 60 }, async (_, n) => {
      await sleep(60 * n)
      return insist()
    })
    for (let n = 0; n < 3; n++) {
      await sleep(150 * n)
      await stack.kill('fulfilment')
      await stack.waitUntilReady()
    }
    const answers = await Promise.all(calls)

    expect([ofStatus(answers, 201).length, ofStatus(answers, 409).length]).toEqual([5, 55])
    const parcelIds = ofStatus(answers, 201).map(({ body }) => body.parcelId as string)
    expect(new Set(parcelIds).size).toBe(5)
    const shipments = await ledgers.shipments.find({ 'plan.subscriptionId': plan.id }).toArray()
    expect(shipments.map(({ parcels }) => parcels.map(({ id }: { id: string }) => id).sort())).toEqual([
      parcelIds.toSorted(),
    ])

    const order = await fullOrder(plan)
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    expect(order.items.map(({ id }: { id: string }) => id).sort()).toEqual(parcelIds.toSorted())
    const published = () => new Set(emitted.map(({ id }) => id))
    await until(() => published().size >= 5)
    expect(published().size).toBe(5)
    await until(async () => {
      const { body } = await shopper.call('GET', '/api/achievements')
      return (body as Achievement[]).find(({ id }) => id === 'serial-prankster')?.progress === 5
    })
    await emitted.close()
  })

  test('when 60 calls come at once then exactly five ship, and the plan is green', async () => {
    const { shopper, plan, ship } = await subscribe(stack, 5)
    const answers = await Promise.all(Array.from({ length: 60 }, () => ship()))
    expect([ofStatus(answers, 201).length, ofStatus(answers, 409).length]).toEqual([5, 55])
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'All 5 pranks of this month have been shipped already.',
    )
    const order = await fullOrder(plan)
    expect(order.items).toHaveLength(5)
    await until(async () => {
      const { body } = await shopper.insist('GET', '/api/subscriptions', undefined, 200)
      return (body as Subscription[])[0]?.fulfillmentStatus === 'green'
    })
    expect((await shopper.history()).map(({ status }) => status)).toEqual(Array(5).fill('shipped'))
  })
})

describe('a one-time order', () => {
  const set = (shopper: Shopper, orderId: string, status: string) =>
    shopper.insist('PATCH', `/api/admin/orders/${orderId}/status`, { status, adminPassword }, 200)
  const shippedParcels = (orderId: string) =>
    until(async () => {
      const parcels = (await ledgers.shipments.findOne({ orderId }))?.parcels ?? []
      return parcels.filter(({ shippedAt }: { shippedAt: Date | null }) => shippedAt !== null)[0]
    })

  test('when it is paid and set to shipped then its parcel has left and the history says so', async () => {
    const shopper = await new Shopper(stack).signUp()
    const { orderId, sessionId } = await shopper.checkOut(2)
    await sandbox.pay(sessionId)
    await shopper.historyOf(1)
    await set(shopper, orderId, 'shipped')
    expect(await shippedParcels(orderId)).toMatchObject({ id: `${orderId}-1`, quantity: 2 })
    expect((await shopper.history())[0]).toMatchObject({ orderId, status: 'shipped' })
    const order = await until(() => ledgers.orders.findOne({ 'items.shippedAt': { $ne: null }, plan: null }))
    expect(String(order._id)).toBe(orderId)
  })

  test('when the operator sets it to shipped before any payment arrived then its parcel leaves', async () => {
    const shopper = await new Shopper(stack).signUp()
    const { orderId } = await shopper.checkOut()
    await set(shopper, orderId, 'shipped')
    expect(await shippedParcels(orderId)).toMatchObject({ id: `${orderId}-1` })
    const path = `/api/admin/shipment-stats?adminPassword=${adminPassword}`
    const { body } = await shopper.insist('GET', path, undefined, 200)
    expect(body).toMatchObject({ parcelsDue: 0, parcelsOverdue: 0 })
  })
})
