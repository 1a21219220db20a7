import type { Achievement, AuditEntry, DeadLetterEntry } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { collectEvents } from '../support/collect-events.ts'
import { guestOrders } from '../support/import-orders.ts'
import { verifyEmail } from '../support/mails.ts'
import { poison } from '../support/operator-backstage.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
let ledgers: Ledgers
let operator: Shopper
let shopper: Shopper
const selected = 'selection@customers.test'
const auditPoints = [
  ['audit:begun', 'between the entry in the audit trail and the action', 'begun@customers.test'],
  ['audit:acted', 'between the action and its outcome in the audit trail', 'acted@customers.test'],
] as const
beforeAll(async () => {
  stack = await startStack({
    services: ['auth', 'order', 'fulfilment', 'achievement', 'notification'],
    crashAt: {},
  })
  ledgers = openLedgers(stack)
  operator = new Shopper(stack)
  shopper = await new Shopper(stack).signUp()
  const file = await guestOrders(stack, {
    ...{ [selected]: 5, [shopper.email]: 3 },
    ...Object.fromEntries(auditPoints.map(([_point, _where, email]) => [email, 1])),
  })
  await file.run()
  await file.remove()
})
afterAll(async () => {
  await ledgers.close()
  await stack.stop()
})

const admin = () => ({ adminPassword: stack.adminPassword })
const read = async (path: string) => {
  const query = new URLSearchParams(admin())
  return (await operator.insist('GET', `${path}?${query}`, undefined, 200)).body
}

/** The imported orders of a guest, once fulfilment has recorded them. */
async function known(email: string, count: number): Promise<string[]> {
  const orders = await ledgers.orders.find({ 'customer.email': email }).sort({ _id: 1 }).toArray()
  const ids = orders.map(({ _id }) => String(_id))
  await until(async () => (await ledgers.shipments.countDocuments({ orderId: { $in: ids } })) === count)
  return ids
}

describe('when the import dies at order:imported (after an order, before the next)', () => {
  test('and order at relay:claimed (after it claimed the batch, before the publish) then a second run imports the rest, and each is published once', async () => {
    const email = 'import@customers.test'
    const paid = await collectEvents(stack, 'order-paid')
    const file = await guestOrders(stack, { [email]: 3 })
    stack.crashAt('order', 'relay:claimed')
    await expect(file.run('order:imported')).rejects.toMatchObject({ signal: 'SIGKILL' })
    expect(await ledgers.orders.countDocuments({ 'customer.email': email })).toBe(1)
    expect(await file.run()).toBe('2 orders imported, 1 were there already.\n')
    await stack.crashed('order')
    const ids = await known(email, 3)
    const published = () => new Set(paid.filter(({ subject }) => ids.includes(subject)).map(({ id }) => id))
    await until(() => published().size >= 3)
    expect(published().size).toBe(3)
    await paid.close()
    await file.remove()
  })
})

describe('when order dies', () => {
  test('at outbox:written order-status-changed (between two orders of a selection) then the same call again changes the rest, once', async () => {
    const orderIds = await known(selected, 5)
    const left = await collectEvents(stack, 'prank-shipped')
    stack.crashAt('order', 'outbox:written order-status-changed#3')
    const call = { ...admin(), orderIds, status: 'shipped' }
    const { results } = (await operator.insist('POST', '/api/admin/orders/status', call, 200)).body
    await stack.crashed('order')
    for (const { outcome } of results) expect(['changed', 'unchanged']).toContain(outcome)
    await until(
      async () =>
        (await ledgers.shipments.countDocuments({
          orderId: { $in: orderIds },
          'parcels.shippedAt': { $ne: null },
        })) === 5,
    )
    await until(async () => (await ledgers.traffic.outboxes()) === 0)
    const published = () =>
      new Set(left.filter(({ data }) => orderIds.includes(String(data.orderId))).map(({ id }) => id))
    await until(() => published().size >= 5)
    expect(published().size).toBe(5)
    await left.close()
  })

  test('at outbox:written order-recovered (between two orders that their customer recovers) then the next call recovers the rest, and all count', async () => {
    await verifyEmail(stack, shopper)
    await known(shopper.email, 3)
    stack.crashAt('order', 'outbox:written order-recovered#2')
    await shopper.insist('POST', '/api/migrate-guest-orders', undefined, 200)
    await stack.crashed('order')
    expect(await shopper.historyOf(3)).toHaveLength(3)
    await shopper.insist('POST', '/api/migrate-guest-orders', undefined, 404)
    await until(async () => {
      const { body } = await shopper.call('GET', '/api/achievements')
      return (body as Achievement[]).find(({ id }) => id === 'serial-prankster')?.progress === 3
    })
  })

  test.each(auditPoints)(
    'at %s (%s) then the trail shows the interrupted call and the next one',
    async (point, _where, email) => {
      const [orderId = ''] = await known(email, 1)
      stack.crashAt('order', point)
      await operator.insist(
        'PATCH',
        `/api/admin/orders/${orderId}/status`,
        { ...admin(), status: 'processing' },
        200,
      )
      await stack.crashed('order')
      const { items } = (await read('/api/admin/audit/order')) as { items: AuditEntry[] }
      const about = items.filter(({ params }) => JSON.stringify(params).includes(orderId))
      expect(about.map(({ outcome }) => outcome?.status ?? null)).toEqual([200, null])
      const order = await ledgers.orders.findOne({
        externalId: { $exists: true },
        status: 'processing',
        'customer.email': email,
      })
      expect(order?.statusHistory.map((entry: { status: string }) => entry.status)).toEqual([
        'paid',
        'processing',
      ])
    },
  )

  test('at consume:copy-published, and at dead-letters:republished (between the copy of a bad message and its acknowledgement) then it is not lost', async () => {
    const deadLetters = async () => {
      const { items } = (await read('/api/admin/dead-letters/order')) as { items: DeadLetterEntry[] }
      return items.filter(({ id }) => id === 'bad')
    }
    stack.crashAt('order', 'consume:copy-published payment-succeeded')
    await poison(stack, 'order', 'payment-succeeded', 'bad')
    await stack.crashed('order')
    await until(async () => (await deadLetters()).length > 0)
    stack.crashAt('order', 'dead-letters:republished payment-succeeded')
    const replay = { ...admin(), event: 'payment-succeeded', ids: ['bad'] }
    await operator.call('POST', '/api/admin/dead-letters/order/replay', replay).catch(() => undefined)
    await stack.crashed('order')
    // It is still unreadable, and returns to the dead letters.
    await until(async () => (await deadLetters()).length > 0)
  })
})
