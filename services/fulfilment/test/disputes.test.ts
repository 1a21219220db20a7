import type { EventData } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { findMissingDisputes } from '../src/use-cases/find-missing.ts'
import {
  cancelled,
  disputeChanged,
  invoiceOf,
  month,
  newPlan,
  orderPaid,
  startFixture,
  statusChanged,
} from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

type Status = EventData<'dispute-changed'>['status']
const dueOf = async (filter: { orderId: string } | { invoiceId: string }) => {
  const shipment = await fixture.shipments.findOne(filter).lean()
  return [shipment?.parcelsDue ?? 0, shipment?.heldAt ? 'held' : 'free']
}
const heldMessage =
  'A dispute about the payment of this month is open: its pranks are held until the bank has decided.'

describe.each(['order', 'month'])('a dispute about the payment of an %s', (kind) => {
  /** A payment of three parcels: its shipment, the subject of the dispute, and the event that reports it. */
  function paidFor() {
    if (kind === 'order') {
      const paid = orderPaid([{}, {}, {}])
      const about = { orderId: paid.subject }
      return { shipment: about, about, paid }
    }
    const plan = newPlan(3)
    const shipment = { invoiceId: invoiceOf(plan, 0) }
    return { shipment, about: { ...shipment, planId: newId() }, paid: month(plan, 0) }
  }

  test.each<[string, [Status, number][], unknown[]]>([
    ['it is open', [['open', 1]], [0, 'held']],
    [
      'it is won',
      [
        ['open', 1],
        ['won', 2],
      ],
      [3, 'free'],
    ],
    [
      'it is lost',
      [
        ['open', 1],
        ['lost', 2],
      ],
      [0, 'free'],
    ],
    [
      'it was closed before its opening arrives',
      [
        ['won', 2],
        ['open', 1],
      ],
      [3, 'free'],
    ],
    [
      'it was lost before its opening arrives',
      [
        ['lost', 2],
        ['open', 1],
      ],
      [0, 'free'],
    ],
    [
      'it is won after it was lost',
      [
        ['lost', 2],
        ['won', 3],
      ],
      [3, 'free'],
    ],
    [
      'two closings arrive out of order',
      [
        ['lost', 3],
        ['won', 2],
      ],
      [0, 'free'],
    ],
  ])('when %s then the parcels are due accordingly', async (_what, changes, expected) => {
    const one = paidFor()
    await fixture.deliver(one.paid)
    for (const [status, second] of changes) {
      const event = disputeChanged(one.about, status, { second })
      expect(await fixture.deliver(event)).toBeNull()
      const { revision } = (await fixture.shipments.findOne(one.shipment).lean()) ?? {}
      expect(await fixture.deliver(event)).toBeNull()
      expect((await fixture.shipments.findOne(one.shipment).lean())?.revision).toBe(revision)
    }
    expect(await dueOf(one.shipment)).toEqual(expected)
  })

  test('when it is won then the parcels are due since their payment', async () => {
    const one = paidFor()
    await fixture.deliver(one.paid)
    for (const status of ['open', 'won'] as const) await fixture.deliver(disputeChanged(one.about, status))
    const shipment = await fixture.shipments.findOne(one.shipment).lean()
    expect(shipment?.dueSince).toEqual(shipment?.paidAt)
  })

  test('when there are two then the parcels are held until both are closed', async () => {
    const one = paidFor()
    await fixture.deliver(one.paid)
    const change = (disputeId: string, status: Status) =>
      fixture.deliver(disputeChanged(one.about, status, { disputeId, second: status === 'open' ? 1 : 2 }))
    for (const id of ['dp_1', 'dp_2']) await change(id, 'open')
    await change('dp_1', 'won')
    expect(await dueOf(one.shipment)).toEqual([0, 'held'])
    await change('dp_2', 'won')
    expect(await dueOf(one.shipment)).toEqual([3, 'free'])
  })

  test('when it arrives before the payment then it is retried until that arrives', async () => {
    const one = paidFor()
    const event = disputeChanged(one.about, 'open')
    expect(await fixture.deliver(event)).toMatchObject({ name: 'NotYet' })
    await fixture.deliver(one.paid)
    expect(await fixture.deliver(event)).toBeNull()
    expect(await dueOf(one.shipment)).toEqual([0, 'held'])
  })

  test('when its events were lost then reconciliation applies them, once, and reports one without a shipment', async () => {
    const [one, known, unknown] = [paidFor(), paidFor(), paidFor()]
    for (const { paid } of [one, known]) await fixture.deliver(paid)
    await fixture.deliver(disputeChanged(known.about, 'open'))
    const reported = [one, known, unknown].map(({ about }) => disputeChanged(about, 'open'))
    const repaired: unknown[] = []
    const reconcile = (events: typeof reported) =>
      findMissingDisputes(
        [...events, disputeChanged({}, 'open'), one.paid].map(({ type, data }) => ({ type, data })) as never,
        async (kind, { orderId, invoiceId }, run) => {
          const outcome = await run().catch(({ name }) => name)
          repaired.push([kind, orderId ?? invoiceId, outcome])
        },
        fixture.deps,
      )
    const idOf = ({ shipment }: typeof one) => Object.values(shipment)[0]
    const failed = ['dispute-not-followed', idOf(unknown), 'NotYet']
    await reconcile(reported)
    expect(repaired.splice(0)).toEqual([['dispute-not-followed', idOf(one), undefined], failed])
    expect(await dueOf(one.shipment)).toEqual([0, 'held'])
    const won = disputeChanged(one.about, 'won', { second: 1 })
    for (const _round of [1, 2]) await reconcile([...reported, won])
    expect(repaired).toEqual([failed, ['dispute-not-followed', idOf(one), undefined], failed])
    expect(await dueOf(one.shipment)).toEqual([3, 'free'])
  })

  test('when it is closed after the parcels were withdrawn then nothing is due', async () => {
    const plan = newPlan(2)
    const paid = orderPaid()
    const about = kind === 'order' ? { orderId: paid.subject } : { invoiceId: invoiceOf(plan, 0) }
    await fixture.deliver(kind === 'order' ? paid : month(plan, 0))
    await fixture.deliver(disputeChanged(about, 'open'))
    await fixture.deliver(
      kind === 'order'
        ? statusChanged({ orderId: paid.subject, from: 'paid', to: 'cancelled' })
        : cancelled(plan),
    )
    await fixture.deliver(disputeChanged(about, 'won', { second: 1 }))
    expect(await dueOf(about)).toEqual([0, 'free'])
  })
})

describe('a disputed order', () => {
  test('when order reports it as shipped then its parcels are shipped, because order decides', async () => {
    const paid = orderPaid()
    await fixture.deliver(paid)
    await fixture.deliver(disputeChanged({ orderId: paid.subject }, 'open'))
    await fixture.deliver(statusChanged({ orderId: paid.subject, from: 'paid', to: 'shipped' }))
    expect(await fixture.emitted({ orderId: paid.subject })).toHaveLength(1)
    await fixture.deliver(disputeChanged({ orderId: paid.subject }, 'won', { second: 1 }))
    expect(await dueOf({ orderId: paid.subject })).toEqual([0, 'free'])
  })

  test('when it was set back to pending and is paid again meanwhile then it is still not due', async () => {
    const paid = orderPaid()
    await fixture.deliver(paid)
    await fixture.deliver(disputeChanged({ orderId: paid.subject }, 'open'))
    await fixture.deliver(statusChanged({ orderId: paid.subject, from: 'paid', to: 'pending' }))
    await fixture.deliver(
      statusChanged({ orderId: paid.subject, from: 'pending', to: 'paid', at: new Date(Date.now() + 1_000) }),
    )
    expect(await dueOf({ orderId: paid.subject })).toEqual([0, 'held'])
  })
})

describe('a disputed month', () => {
  const refused = (message: string) => ({ status: 409, body: { message } })

  test('when the dispute is open then shipping is refused until it is won', async () => {
    const plan = await fixture.plan()
    const about = { invoiceId: invoiceOf(plan, 0) }
    await fixture.ship(plan)
    await fixture.deliver(disputeChanged(about, 'open'))
    const asked = fixture.others.asked
    expect(await fixture.ship(plan)).toMatchObject(refused(heldMessage))
    expect(fixture.others.asked).toBe(asked)
    await fixture.deliver(disputeChanged(about, 'won', { second: 1 }))
    expect((await fixture.ship(plan)).body).toMatchObject({ parcelsShipped: 2 })
  })

  test('when the dispute is lost then shipping is refused for good, and the next month is shipped', async () => {
    const plan = await fixture.plan({ prankCount: 1 })
    await fixture.deliver(disputeChanged({ invoiceId: invoiceOf(plan, 0) }, 'lost'))
    const message = 'The dispute about the payment of this month was lost: its pranks are not shipped.'
    expect(await fixture.ship(plan)).toMatchObject(refused(message))
    await fixture.deliver(month(plan, 1))
    expect((await fixture.ship(plan)).status).toBe(201)
    expect(await fixture.emitted({ invoiceId: invoiceOf(plan, 0) })).toEqual([])
    expect(await fixture.ship(plan)).toMatchObject(
      refused('The prank of this month has been shipped already.'),
    )
  })

  test('when the dispute opens during many calls then the confirmed parcels are the shipped parcels', async () => {
    const plan = await fixture.plan({ prankCount: 5 })
    const about = { invoiceId: invoiceOf(plan, 0) }
    const contactId = fixture.target(plan.ownerId)
    const calls = Array.from({ length: 20 }, () => fixture.ship(plan, { contactId }))
    const [, ...answers] = await Promise.all([fixture.deliver(disputeChanged(about, 'open')), ...calls])
    const shipped = answers.filter(({ status }) => status === 201).length
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20 - shipped)
    expect(await fixture.emitted(about)).toHaveLength(shipped)
    expect((await dueOf(about))[0]).toBe(0)
  })
})

test('when a disputed payment is neither of an order nor of a month then it is ignored', async () => {
  expect(await fixture.deliver(disputeChanged({}, 'open'))).toBeNull()
})

test('when dispute-changed is not a valid event then it becomes a dead letter', async () => {
  await fixture.deliverRaw('dispute-changed', '{"specversion":"1.0"}', 'poison-dispute')
  await expect
    .poll(async () => (await fixture.operator('GET', '/api/admin/dead-letters/fulfilment')).body.items)
    .toEqual([expect.objectContaining({ id: 'poison-dispute', reason: expect.stringMatching(/Poison/) })])
})
