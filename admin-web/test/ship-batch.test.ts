import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import { ApiError } from '@prankpost/web-kit'
import { describe, expect, test } from 'vitest'
import {
  afterFailure,
  callFor,
  choose,
  newRows,
  numberInMonth,
  type Row,
  type Shippable,
} from '../src/features/plans/ship/batch.ts'
import { idOf, planOf } from './samples.ts'

const plan = planOf(1) as Shippable
const row = (part: Partial<Row> = {}) => ({
  key: 'key',
  phase: 'open' as const,
  message: null,
  sent: null,
  invoiceId: null,
  ...part,
  prankId: idOf(1),
  contactId: idOf(2),
})
const sent = { idempotencyKey: 'key' } as ShipPrankInput

describe('the call for a parcel', () => {
  test.each([
    ['a whole month', 4, [1, 2, 3, 4]],
    ['the rest of a month', 2, [3, 4]],
    ['the rest of an earlier month and more', 7, [2, 3, 4, 1]],
  ])('when %s is due, then each has the number in its month', (_, parcelsDue, numbers) => {
    const due = { prankCount: 4, parcelsDue }
    expect(numbers.map((_number, index) => numberInMonth(due, index))).toEqual(numbers)
    const extras = { trackingPrefix: ' A ', notes: '' }
    const calls = numbers.map((_number, index) =>
      callFor(row(), { index, plan: { ...plan, ...due }, extras }),
    )
    expect(calls.map(({ trackingNumber, adminNotes }) => [trackingNumber, adminNotes])).toEqual(
      numbers.map((n) => [`A-${n}`, `(Shipment ${n}/4)`]),
    )
  })

  test('when it was drawn, then it is only for its month, also with another choice', () => {
    const [drawn = row(), other = row()] = newRows(2, [
      { prankId: idOf(1), contactId: null, invoiceId: 'in_1' },
    ])
    const callOf = (one: Row) =>
      callFor(
        { ...one, prankId: idOf(3), contactId: idOf(2) },
        { index: 0, plan, extras: { trackingPrefix: '', notes: '' } },
      )
    expect(
      [callOf(choose(drawn, { contactId: idOf(2) })), callOf(other)].map(({ invoiceId }) => invoiceId),
    ).toEqual(['in_1', undefined])
  })

  test('when there is no prefix, then there is no tracking number', () => {
    const call = callFor(row(), { index: 0, plan, extras: { trackingPrefix: ' ', notes: '' } })
    expect(call.trackingNumber).toBe('')
  })
})

describe('a failed call', () => {
  const failed = (status: number, before: Row['phase'] = 'open') =>
    afterFailure(row({ phase: before }), sent, new ApiError(status, 'code', 'Why.')).phase

  test('when its answer says that the parcel was not shipped, then it can be changed; else it may have been shipped', () => {
    expect([400, 404, 409, 429].map((status) => failed(status))).toEqual(Array(4).fill('refused'))
    expect([0, 408, 500, 502, 503].map((status) => failed(status))).toEqual(Array(5).fill('unknown'))
  })

  test('when an earlier call may have shipped the parcel, then only the answer of its service proves that it did not', () => {
    expect([404, 409].map((status) => failed(status, 'unknown'))).toEqual(['refused', 'refused'])
    expect([401, 429, 503].map((status) => failed(status, 'unknown'))).toEqual(Array(3).fill('unknown'))
  })

  test('when it is repeated, then it is the same call if the parcel may have been shipped', () => {
    const extras = { trackingPrefix: 'B', notes: '' }
    expect(callFor(row({ phase: 'unknown', sent }), { index: 0, plan, extras })).toBe(sent)
  })

  test('when the choice changes, then a refused parcel gets a new key, and one that may have been shipped stays', () => {
    const refused = row({ phase: 'refused' })
    expect(choose(refused, { prankId: refused.prankId }).key).toBe('key')
    const other = choose(refused, { prankId: idOf(9) })
    expect([other.prankId, other.phase, other.key === 'key']).toEqual([idOf(9), 'open', false])
    const unknown = row({ phase: 'unknown', sent })
    expect(choose(unknown, { prankId: idOf(9) })).toBe(unknown)
  })
})
