import { type EventName, parcelList } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { expect } from 'vitest'
import { callAs } from './access/callers.ts'
import { hire } from './operators.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'

/**
 * A packer finds a paid parcel in the queue, holds and releases it, prints its label, scans it out, and reports that it
 * arrived and came back, and once more; nothing that the packer sees names the customer. The owner refunds it, twice.
 */
export async function packParcels(stack: Stack, emitted: (event: EventName) => Promise<unknown>) {
  const shopper = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await shopper.checkOut()
  await sandboxOf(stack).pay(sessionId)
  const packer = await hire(stack, 'packer')
  const seen: string[] = []
  const call = async (key: string, input: object = {}) => {
    const answer = await callAs(stack, packer, key, input)
    expect([key, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([key, 200, ''])
    seen.push(answer.text)
    return answer.text
  }
  const find = async () => {
    const { items } = parcelList.parse(JSON.parse(await call('GET /api/admin/parcels')))
    return items.find((one) => one.orderId === orderId)
  }
  const { id } = await until(find)
  const parcel = { params: { id } }
  await call('POST /api/admin/parcels/:id/hold', { ...parcel, body: { reason: 'Torn box' } })
  await call('POST /api/admin/parcels/:id/release', parcel)
  await call('POST /api/admin/parcels/pick-list', { body: { ids: [id] } })
  expect(await call('POST /api/admin/parcels/labels', { body: { ids: [id] } })).toMatch(/^%PDF/)
  const code = (await find())?.reference ?? ''
  const scan = async () => JSON.parse(await call('POST /api/admin/parcels/scan', { body: { code } })).outcome
  expect([await scan(), await scan()]).toEqual(['shipped', 'already_shipped'])
  await emitted('prank-shipped')
  await until(async () => (await shopper.history()).every(({ status }) => status === 'shipped'))
  const csv = `reference,tracking_number\n${code},9400111899223197428497`
  expect(JSON.parse(await call('POST /api/admin/parcels/import', { body: { csv } })).results).toMatchObject([
    { line: 2, outcome: 'changed' },
  ])
  await call('POST /api/admin/parcels/:id/delivered', { ...parcel, body: {} })
  await call('POST /api/admin/parcels/:id/returned', parcel)
  expect(await find()).toMatchObject({ state: 'returned', carrier: 'USPS' })
  await call('POST /api/admin/parcels/:id/send-again', parcel)
  expect(await find()).toMatchObject({ state: 'to_pack', carrier: null, reference: code })
  await emitted('parcel-sent-again')
  await call('POST /api/admin/parcels/labels', { body: { ids: [id] } })
  expect(await scan()).toBe('shipped')
  await call('POST /api/admin/parcels/:id/returned', parcel)
  const refund = () => callAs(stack, stack, 'POST /api/admin/parcels/:id/refund', parcel)
  const refunds = [await refund(), await refund()]
  expect(refunds.map(({ status }) => status)).toEqual([201, 201])
  const [first, second] = refunds.map(({ text }) => JSON.parse(text).refundId)
  expect(first).toBe(second)
  const [{ month }] = JSON.parse(await call('GET /api/draws')).items
  await call('GET /api/draws/:month', { params: { month } })
  expect(seen.join()).not.toContain(shopper.email)
}
