import { csvCells } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'
import { day, newPlan } from './plan-life.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const [ann, bob] = [newPlan({ email: 'ann@customers.test' }), newPlan({ email: 'bob@customers.test' })]
const tracked = { trackingNumber: '9400 1118 99', contact: { name: 'Gerald Snail', address: '1 Path' } }
const contact = { ...tracked.contact, city: 'Bend', state: 'OR', zipCode: '97701' }
beforeAll(async () => {
  await fixture.deliverAll(
    ann.created(day(1)),
    bob.created(day(2)),
    bob.shipped(day(3), { ...tracked, contact, adminNotes: '=1+1' }),
    ann.renewed(day(31)),
    bob.updated(day(32), 'past_due'),
    ann.cancelled(day(33)),
  )
})

const daysOf = async (query = '') =>
  (await fixture.list(query)).items.map(
    ({ createdAt }) => (Date.parse(createdAt) - Date.parse(day(0))) / 86_400_000,
  )

describe("the operator's list", () => {
  test('when it has no filter then it contains all entries, newest first, and their count', async () => {
    expect(await daysOf()).toEqual([33, 32, 31, 3, 2, 1])
    const { total, nextCursor } = await fixture.list()
    expect([total, nextCursor]).toEqual([6, null])
  })

  test('when pages are read with their cursors then each entry is returned once', async () => {
    const first = await fixture.list('limit=4')
    const second = await fixture.list(`limit=4&cursor=${first.nextCursor}`)
    expect([first.items.length, first.total, second.total, second.nextCursor]).toEqual([4, 6, 6, null])
    expect([...first.items, ...second.items]).toEqual((await fixture.list()).items)
  })

  test.each([
    ['created', [2, 1]],
    ['updated', [32, 31]],
    ['cancelled', [33]],
    ['other', [3]],
    ['', [33, 32, 31, 3, 2, 1]],
  ])('when the action is "%s" then it contains those entries', async (action, expected) => {
    expect(await daysOf(`status=${action}`)).toEqual(expected)
    expect((await fixture.list(`status=${action}`)).total).toBe(expected.length)
  })

  test('when the action or the cursor is unknown then it is a 400', async () => {
    for (const query of [
      'status=renewed',
      'status=lost',
      'cursor=%7B%24ne%7D',
      `cursor=${'x'.repeat(101)}`,
    ]) {
      expect((await fixture.get(`subscription-logs?${query}`)).status).toBe(400)
    }
    expect((await fixture.get('subscription-logs/export?status=lost')).status).toBe(400)
  })

  test('when there is a search then ids, e-mails, tracking numbers and targets are searched, within the action', async () => {
    const whole = [32, 3, 2]
    for (const q of [
      bob.planId,
      bob.planId.slice(-8).toUpperCase(),
      bob.stripeSubscriptionId,
      bob.stripeSubscriptionId.slice(-8),
      bob.user.email,
      'BOB@cust',
      bob.user.id,
    ]) {
      expect([q, await daysOf(`q=${encodeURIComponent(q)}`)]).toEqual([q, whole])
    }
    for (const q of ['gerald', 'snail ger', '9400 1118', '1118', `snail ${bob.planId}`]) {
      expect([q, await daysOf(`q=${encodeURIComponent(q)}`)]).toEqual([q, [3]])
    }
    expect(await daysOf(`q=${bob.planId}&status=updated`)).toEqual([32])
    expect(await daysOf('q=potato.*')).toEqual([])
  })
})

describe('the export', () => {
  const lines = async (query = '') => {
    const { status, headers, body } = await fixture.get(`subscription-logs/export?${query}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="subscription-logs.csv"')
    return (body as string).trimEnd().split('\r\n')
  }

  test('when it has no filter then it contains all entries, newest first, in columns', async () => {
    const [header, ...rest] = await lines()
    expect(csvCells(header).join()).toBe(
      'Happened at,Action,Details,Customer e-mail,Customer id,Plan id,Subscription id,Previous status,' +
        'New status,Pranks a month,Amount,Tracking number,Admin notes,Event,Invoice id,Entry id',
    )
    expect(rest).toHaveLength(6)
    const id = (await fixture.list('status=other')).items[0]?.id
    expect(csvCells(rest[3])).toEqual([
      ...[
        day(3),
        'other',
        'Parcel 2 of 3 shipped: Raw Potato to Gerald Snail, Bend OR.',
        'bob@customers.test',
      ],
      ...[bob.user.id, bob.planId, bob.stripeSubscriptionId, '', '', '3', '14.97', '9400 1118 99', "'=1+1"],
      ...['prank-shipped', bob.invoiceOf(day(2)), id],
    ])
  })

  test('when there is a filter then it contains those entries', async () => {
    expect(await lines('status=created&q=ann')).toHaveLength(2)
    expect(await lines('q=nobody')).toHaveLength(1)
  })
})
