import type { EventData } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { findMissingReports } from '../src/use-cases/find-missing.ts'
import { listPastEvents } from '../src/use-cases/list-past-events.ts'
import { cancelled, newKey } from './fixture.ts'
import { startQueue } from './queue.ts'

const fixture = await startQueue()
afterAll(() => fixture.close())
const { deliver, others, shipments, drawnPlan, print, post, send, read, stateOf } = fixture

const idOf = (data: unknown) => (data as EventData<'prank-shipped'>).parcelId
const countsOf = (data: unknown) => {
  const { parcelsShipped, parcelsTotal } = data as EventData<'prank-shipped'>
  return [parcelsShipped, parcelsTotal]
}

/** A plan with 2 pranks a month, or more, of which the first came back and the others were not sent yet. */
async function cameBack(prankCount = 2) {
  const { plan, ids } = await drawnPlan(prankCount)
  const [id = '', other = ''] = ids
  await print([id])
  await send(id)
  await post(`${id}/returned`)
  const month = async () => {
    const found = await shipments.findOne({ ownerId: plan.ownerId }).lean()
    if (found === null) throw new Error('no month')
    return found
  }
  const sentAgain = (at: Date) =>
    createEmitter('order')('parcel-sent-again', id, {
      ...{ orderId: newId(), ownerId: plan.ownerId, parcelId: id, at: at.toISOString() },
    })
  return { plan, id, other, month, sentAgain }
}

describe("a parcel of a plan's month that came back", () => {
  test('when it is sent again, also by two operators, then it is packed and shipped once more, and the form leaves it', async () => {
    const { plan, id, other, month } = await cameBack()
    const first = await read(id)
    const answers = await Promise.all([1, 2].map(() => post(`${id}/send-again`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await read(id)).toMatchObject({
      ...{ state: 'to_pack', shippedAt: null, prints: 0, trackingNumber: null },
      ...{ reference: first?.reference, recipient: first?.recipient, shipBy: first?.shipBy },
    })
    expect((await month()).parcelsDue).toBe(2)

    const contactId = fixture.target(plan.ownerId)
    expect((await fixture.ship(plan, { contactId })).status).toBe(201)
    expect((await fixture.ship(plan, { contactId })).status).toBe(409)
    expect([await stateOf(id), await stateOf(other)]).toEqual(['to_pack', 'shipped'])
    // Only it is left: its 24 hours start with the decision to send it again.
    expect((await read(id))?.shipBy).not.toBe(first?.shipBy)

    expect((await post(`${id}/hold`, { reason: 'Torn box' })).body.state).toBe('held')
    expect((await post(`${id}/release`)).body.state).toBe('to_pack')
    expect((await (await print([id])).pages()).flat().join()).not.toContain('REPRINT')
    expect(await send(id)).toEqual([['shipped', null]])
    expect(await send(id)).toEqual([['already_shipped', 'This parcel was shipped already.']])
    const { parcels, parcelsDue, invoiceId = '', _id } = await month()
    expect([parcels.length, parcelsDue]).toEqual([2, undefined])
    const emitted = (await fixture.emitted({ invoiceId })).filter(({ parcelId }) => parcelId === id)
    expect(emitted).toMatchObject([{ parcelsShipped: 1 }, { parcelsShipped: 2, parcelsTotal: 2 }])
    const { events } = await listPastEvents({ limit: 200 }, { shipments })
    const past = events.filter(({ subject, data }) => subject === String(_id) && idOf(data) === id)
    expect(past.map(({ time }) => time)).toEqual(emitted.map(({ shippedAt }) => shippedAt))
  })

  test('when the form shipped it before, then its new label has the code of its first slip, which stays known', async () => {
    const { plan, ids } = await drawnPlan(1)
    const [id = ''] = ids
    const { parcelId } = (await fixture.ship(plan, { idempotencyKey: newKey() })).body
    await fixture.operator('POST', '/api/admin/parcel-documents', { kind: 'slips', parcelIds: [parcelId] })
    const references = async () => (await shipments.findOne({ ownerId: plan.ownerId }).lean())?.references
    const first = await references()
    expect(first).toMatchObject([{ parcelId }])
    await post(`${id}/returned`)
    expect((await post(`${id}/send-again`)).status).toBe(200)
    expect((await print([id])).status).toBe(200)
    expect(await references()).toEqual(first)
  })

  test('when its tracking number is changed in its order, then the newest counts, and none of the sending that came back', async () => {
    const { id, plan } = await cameBack()
    const track = async (trackingNumber: string | null, at: Date) => {
      const carrier = trackingNumber === null ? null : 'UPS'
      const about = { orderId: newId(), ownerId: plan.ownerId, parcelId: id }
      const data = { ...about, carrier, trackingNumber, at: at.toISOString() } as const
      await deliver(createEmitter('order')('parcel-tracking-changed', about.orderId, data))
      return (await read(id))?.trackingNumber
    }
    const [first, second] = [new Date(Date.now() - 2_000), new Date(Date.now() - 1_000)]
    expect(await track('T-1', first)).toBe('T-1')
    expect(await track(null, second)).toBeNull()
    for (const _ of [1, 2]) expect(await track('T-1', first)).toBeNull()
    expect((await post(`${id}/send-again`)).status).toBe(200)
    expect(await track('T-2', second)).toBeNull()
  })

  test('when events about it were lost, then reconciliation applies them, once', async () => {
    const { id, other, plan, month, sentAgain } = await cameBack()
    await print([other])
    await send(other)
    const about = (parcelId: string) => ({ orderId: newId(), ownerId: plan.ownerId, parcelId })
    const at = new Date().toISOString()
    const emit = createEmitter('order')
    const tracked = { ...about(other), at, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' } as const
    const reported = [
      sentAgain(new Date(at)),
      emit('parcel-tracking-changed', id, { ...about(id), at, carrier: null, trackingNumber: 'OLD' }),
      emit('parcel-tracking-changed', id, tracked),
      emit('parcel-delivered', id, { ...about(other), at, deliveredAt: at }),
      emit('parcel-delivered', id, { ...about('unknown'), at, deliveredAt: at }),
    ].map(({ type, data }) => ({ type, data }))
    const found: unknown[] = []
    const reconcile = () =>
      findMissingReports(
        reported as never,
        async (kind, { parcelId }, run) => {
          found.push([kind, parcelId])
          await run()
        },
        fixture.deps,
      )
    await reconcile()
    const { revision } = await month()
    await reconcile()
    expect(found.slice(-2)).toEqual([other, other].map((one) => ['parcels-not-updated', one]))
    expect(await read(id)).toMatchObject({ state: 'to_pack', trackingNumber: null })
    expect(await read(other)).toMatchObject({
      ...{ state: 'delivered', deliveredAt: at },
      ...{ carrier: 'UPS', trackingNumber: tracked.trackingNumber },
    })
    expect((await month()).revision).toBe(revision)
  })

  test('when it is refunded instead, then order is asked about the parcel in the order of its month', async () => {
    const { id, month } = await cameBack()
    expect(await post(`${id}/refund`)).toMatchObject({ status: 201, body: { amount: '4.99' } })
    const { invoiceId } = await month()
    expect(others.refunds.at(-1)).toEqual({ orderId: null, invoiceId, parcelId: id })
    expect((await post('no-such-parcel/refund')).status).toBe(404)
    expect(await stateOf(id)).toBe('returned')
  })

  test('when no parcel may be sent to its target any more, then it is refused, printed or shipped either', async () => {
    const { id } = await cameBack()
    const recipient = (await read(id))?.recipient
    const digest = others.consent.digestOf(recipient ?? { address: '', zipCode: '' })
    others.consent.refusals.set(digest, { kind: 'blocked' })
    expect(await post(`${id}/send-again`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(recipient?.name ?? '') },
    })
    expect(await stateOf(id)).toBe('returned')
    others.consent.refusals.delete(digest)
    await post(`${id}/send-again`)
    await print([id])
    others.consent.refusals.set(digest, { kind: 'blocked' })
    expect((await print([id])).status).toBe(409)
    expect(await send(id)).toMatchObject([['failed', expect.stringContaining(recipient?.name ?? '')]])
    others.consent.refusals.delete(digest)
  })

  test('when its address is listed while it waits, then it is withdrawn, and a shipped one stays shipped; a repeat changes nothing', async () => {
    const [waiting, shipped] = [await cameBack(), await cameBack()]
    for (const { id } of [waiting, shipped]) expect((await post(`${id}/send-again`)).status).toBe(200)
    await print([shipped.id])
    await send(shipped.id)
    const { address = '', zipCode = '' } = (await read(waiting.id))?.recipient ?? {}
    const digest = others.consent.digestOf({ address, zipCode })
    const at = new Date().toISOString()
    const listed = createEmitter('consent')('address-blocked', newId(), { digest, at })
    await deliver(listed)
    expect([await stateOf(waiting.id), await stateOf(shipped.id)]).toEqual(['withdrawn', 'shipped'])
    const { revision, parcels, parcelsDue } = await waiting.month()
    expect([parcels[0]?.withdrawnAt, parcelsDue]).toEqual([expect.any(Date), 1])
    await deliver(listed)
    expect((await waiting.month()).revision).toBe(revision)
    expect(await send(waiting.id)).toEqual([['failed', 'It was withdrawn. Do not send it.']])
  })

  test('when it is withdrawn while others were never sent, then it counts in their reports, and in those of a rebuild', async () => {
    const { plan, id, other, month } = await cameBack(3)
    expect((await post(`${id}/send-again`)).status).toBe(200)
    const { address = '', zipCode = '' } = (await read(id))?.recipient ?? {}
    const digest = others.consent.digestOf({ address, zipCode })
    const at = new Date().toISOString()
    await deliver(createEmitter('consent')('address-blocked', newId(), { digest, at }))
    expect(await stateOf(id)).toBe('withdrawn')
    fixture.target(plan.ownerId, { address: '2 Other Path' })
    await fixture.operator('GET', `/api/admin/plan-draw/${plan.stripeSubscriptionId}`)
    await print([other])
    expect(await send(other)).toEqual([['shipped', null]])
    expect((await fixture.ship(plan)).status).toBe(201)
    const { invoiceId = '', _id } = await month()
    const shipped = await fixture.emitted({ invoiceId })
    const counts = shipped.filter(({ parcelId }) => parcelId && parcelId !== id).map(countsOf)
    expect(counts).toEqual([
      [2, 3],
      [3, 3],
    ])
    const { events } = await listPastEvents({ limit: 200 }, { shipments })
    const past = events.flatMap(({ subject, data }) => (subject === String(_id) ? [countsOf(data)] : []))
    expect(past).toEqual([[1, 3], ...counts])
  })

  test('when order decided and the process died before its address was listed, then that withdraws it, too', async () => {
    const { id, month, sentAgain } = await cameBack()
    const { address = '', zipCode = '' } = (await read(id))?.recipient ?? {}
    const { _id, outbox: _, revision: __, parcels } = await month()
    await post(`${id}/send-again`)
    const at = (await month()).parcels[0]?.sentAgainAt ?? new Date()
    const digest = others.consent.digestOf({ address, zipCode })
    // The digest was stored before the decision.
    const before = parcels.map((one) => (one.id === id ? { ...one, addressDigest: digest } : one))
    await shipments.updateOne({ _id }, { $set: { parcels: before } })
    await deliver(
      createEmitter('consent')('address-blocked', newId(), { digest, at: new Date().toISOString() }),
    )
    expect(await stateOf(id)).toBe('withdrawn')
    await deliver(sentAgain(at))
    expect(await stateOf(id)).toBe('withdrawn')
  })

  test('when order decided and the process died, then its event sends it again, once, and not after the next sending', async () => {
    const { id, month, sentAgain } = await cameBack()
    const { _id, outbox: _, revision: __, ...before } = await month()
    await post(`${id}/send-again`)
    const event = sentAgain((await month()).parcels[0]?.sentAgainAt ?? new Date())
    await shipments.updateOne({ _id }, { $set: before })
    for (const _ of [1, 2]) expect(await deliver(event)).toBeNull()
    expect(await stateOf(id)).toBe('to_pack')
    await print([id])
    expect(await send(id)).toEqual([['shipped', null]])
    const { parcels } = await month()
    expect(await deliver(event)).toBeNull()
    expect((await month()).parcels).toEqual(parcels)
    expect(await stateOf(id)).toBe('shipped')
  })

  test('when its plan ends before, then it is withdrawn, and only the parcel that was never sent is reported', async () => {
    const { plan, id, month } = await cameBack()
    expect((await post(`${id}/send-again`)).status).toBe(200)
    await deliver(cancelled(plan, 'refund'))
    expect(await stateOf(id)).toBe('withdrawn')
    expect(
      (await month()).outbox.findLast(({ type }) => type === 'plan-month-withdrawn')?.data,
    ).toMatchObject({
      unsent: 1,
    })
  })
})
