import { erasedAddress } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { deletionRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { cancelled, parcelsChanged, parcelsOf, statusChanged } from './fixture.ts'
import { startQueue } from './queue.ts'

const fixture = await startQueue()
afterAll(() => fixture.close())
const { deliver, others, shipments, paidOrder, drawnPlan, print, post, send, read, stateOf } = fixture

describe('shipping', () => {
  test('when parcels are not printed, held, printed and shipped then each has its own answer', async () => {
    const { ids } = await paidOrder(3)
    const [open = '', held = '', printed = ''] = ids
    await print([held, printed])
    await post(`${held}/hold`, { reason: 'Torn box' })
    expect(await send(open, held, printed, 'no-such-parcel')).toEqual([
      ['failed', 'Its label is not printed yet. Print it first.'],
      ['failed', 'It is held: Torn box'],
      ['shipped', null],
      ['failed', 'It is not in the queue any more.'],
    ])
    expect(await send(printed)).toEqual([['already_shipped', 'This parcel was shipped already.']])
    expect((await post(`${held}/release`)).body.state).toBe('label_printed')
    expect(await fixture.emitted({ orderId: open.split('-')[0] ?? '' })).toContainEqual(
      expect.objectContaining({ parcelId: printed, parcelsShipped: 1, parcelsTotal: 3 }),
    )
  })

  test('when two operators scan one parcel at once then it is shipped once, and each sees it', async () => {
    const { ids } = await drawnPlan(1)
    const { ids: once } = await paidOrder()
    for (const id of [...ids, ...once]) {
      await print([id])
      const { reference } = (await read(id)) ?? {}
      const scans = await Promise.all([1, 2].map(() => post('scan', { code: reference?.toLowerCase() })))
      expect(scans.map(({ body }) => body.outcome).toSorted()).toEqual(['already_shipped', 'shipped'])
      expect(scans[0]?.body.parcel).toMatchObject({ id, state: 'shipped' })
      expect((await post('scan', { code: reference })).body.outcome).toBe('already_shipped')
      const shipment = await shipments.findOne({ 'queue.id': id }).lean()
      expect(shipment?.outbox.filter(({ type }) => type === 'prank-shipped')).toHaveLength(1)
    }
    expect((await post('scan', { code: 'GHJKMNPQRS' })).status).toBe(404)
  })

  test('when a shipped parcel is scanned with another tracking number then the answer says that it was not stored', async () => {
    const { ids } = await drawnPlan(1)
    await print(ids)
    const { reference: code } = (await read(ids[0] ?? '')) ?? {}
    const scan = async (trackingNumber: string) => (await post('scan', { code, trackingNumber })).body
    expect(await scan('T-1')).toMatchObject({ outcome: 'shipped', parcel: { trackingNumber: 'T-1' } })
    expect((await scan('T-1')).message).toBe('This parcel was shipped already.')
    expect(await scan('T-2')).toMatchObject({
      outcome: 'already_shipped',
      message: 'This parcel was shipped already. T-2 was not stored: enter it in its order.',
      parcel: { trackingNumber: 'T-1' },
    })
  })

  test('when the form ships a plan at the same time then no more parcels leave than the month has', async () => {
    const { plan, ids } = await drawnPlan(2)
    await print(ids)
    const contactId = fixture.target(plan.ownerId)
    const [answer, ...forms] = await Promise.all([
      send(...ids),
      fixture.ship(plan, { contactId }),
      fixture.ship(plan, { contactId }),
    ])
    const shipped = answer.filter(([outcome]: string[]) => outcome === 'shipped').length
    expect(shipped + forms.filter(({ status }) => status === 201).length).toBe(2)
    const month = await shipments.findOne({ ownerId: plan.ownerId }).lean()
    expect(month?.parcels).toHaveLength(2)
    expect(month?.queue?.map(({ state }) => state)).toEqual(['shipped', 'shipped'])
  })

  test('when the plan ends at the same time then a parcel is either shipped or refunded', async () => {
    const { plan, ids } = await drawnPlan(1)
    const [id = ''] = ids
    await print(ids)
    const [[answer]] = await Promise.all([send(id), deliver(cancelled(plan, 'refund'))])
    const month = await shipments.findOne({ ownerId: plan.ownerId }).lean()
    const refunds = month?.outbox.filter(({ type }) => type === 'plan-month-withdrawn') ?? []
    expect(refunds).toHaveLength(answer[0] === 'shipped' ? 0 : 1)
    expect(await stateOf(id)).toBe(answer[0] === 'shipped' ? 'shipped' : 'withdrawn')
  })

  test('when order refuses, or is unavailable, then nothing is shipped', async () => {
    const { ids } = await paidOrder()
    const [id = ''] = ids
    await print(ids)
    others.refusals.set(id, 'This parcel was withdrawn: it is not sent.')
    expect(await send(id)).toEqual([['failed', 'This parcel was withdrawn: it is not sent.']])
    others.isUnavailable = true
    expect((await post('ship', { parcels: [{ id }] })).status).toBe(503)
    others.isUnavailable = false
    expect(await stateOf(id)).toBe('label_printed')
  })

  test("when the process died after order's decision then its event ships the parcel, once", async () => {
    const { orderId, ids } = await paidOrder()
    const [id = ''] = ids
    const state = parcelsOf(orderId, 1_000, [{}])
    const shippedAt = new Date().toISOString()
    const parcels = state.parcels.map((one) => ({ ...one, shippedAt, carrier: null, trackingNumber: 'T-1' }))
    for (let n = 0; n < 2; n++) await deliver(parcelsChanged(orderId, { ...state, parcels }))
    expect(await read(id)).toMatchObject({ state: 'shipped', shippedAt, trackingNumber: 'T-1' })
    expect(await fixture.emitted({ orderId })).toHaveLength(1)
  })
})

describe('after shipping', () => {
  test('when parcels are delivered and come back then the queue shows it; before they are shipped it is a 409', async () => {
    const { ids } = await drawnPlan(1)
    const [id = ''] = ids
    expect((await post(`${id}/delivered`)).status).toBe(409)
    await print(ids)
    await send(id)
    expect((await post(`${id}/hold`, { reason: 'Too late' })).status).toBe(409)
    expect((await post(`${id}/delivered`, { at: '2026-01-02T10:00:00.000Z' })).body).toMatchObject({
      state: 'delivered',
      deliveredAt: '2026-01-02T10:00:00.000Z',
    })
    expect((await post(`${id}/returned`)).body).toMatchObject({ state: 'returned', deliveredAt: null })
    expect((await post(`${id}/returned`)).body.state).toBe('returned')
  })

  test('when a parcel is reported as returned while order decides about its delivery then it stays returned', async () => {
    const { ids } = await drawnPlan(1)
    const [id = ''] = ids
    await print(ids)
    await send(id)
    const decide = fixture.deps.order.post
    const order = vi.spyOn(fixture.deps.order, 'post')
    order.mockImplementationOnce(async (...call) => {
      const answer = await decide(...call)
      order.mockRestore()
      await post(`${id}/returned`)
      return answer
    })
    expect((await post(`${id}/delivered`)).body.state).toBe('returned')
  })

  test('when a file is imported then each line has its outcome', async () => {
    const { ids } = await drawnPlan(2)
    const [id = '', unsent = ''] = ids
    await print(ids)
    await send(id)
    const [one, other] = [await read(id), await read(unsent)]
    const csv = [
      '\uFEFFReference,carrier,tracking_number,delivered_at',
      `${one?.reference},,9400111899223197428497,2026-01-05`,
      `${other?.reference},,T-2,`,
      'GHJKMNPQRS,,T-3,',
      `${one?.reference},,T-1,yesterday`,
      `${one?.reference},,9.40011E+21,`,
      `${one?.reference},,${other?.reference?.toLowerCase()},`,
    ].join('\r\n')
    const { body } = await post('import', { csv })
    expect(
      body.results.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome]),
    ).toEqual([
      [2, 'changed'],
      [3, 'failed'],
      [4, 'failed'],
      [5, 'failed'],
      [6, 'failed'],
      [7, 'failed'],
    ])
    expect(body.results[5].message).toBe('This is the label of a parcel, not a tracking number.')
    expect(body.results[3].message).toBe(
      'The column delivered_at needs a day such as 2026-11-28 or 11/28/2026, or a time such as 2026-11-28T15:00:00Z.',
    )
    expect(body.results[4].message).toContain('rounded')
    expect(await read(id)).toMatchObject({
      state: 'delivered',
      carrier: 'USPS',
      trackingNumber: '9400111899223197428497',
      deliveredAt: '2026-01-05T23:59:59.000Z',
    })
    expect((await post('import', { csv: 'a,b\n1,2' })).status).toBe(400)
    expect((await post('import', { csv: 'reference\n"' })).status).toBe(400)
  })

  test('when a spreadsheet wrote days the American way, or a carrier in capital letters, then they are imported; other carriers are refused with the names', async () => {
    const { ids } = await drawnPlan(1)
    const [id = ''] = ids
    await print(ids)
    await send(id)
    const { reference } = (await read(id)) ?? {}
    const resultsOf = async (columns: string, values: string) =>
      (await post('import', { csv: `reference,${columns}\n${reference},${values}` })).body.results
    const by = (carrier: string) => resultsOf('carrier,tracking_number', `${carrier},T-9`)
    expect(await by('DHL')).toMatchObject([
      { outcome: 'failed', message: 'The column carrier must be empty or one of these: USPS, UPS, FedEx.' },
    ])
    expect(await by('FEDEX')).toMatchObject([{ outcome: 'changed' }])
    expect(await resultsOf('delivered_at', '13/5/2026')).toMatchObject([{ outcome: 'failed' }])
    expect(await resultsOf('delivered_at', '1/5/2026')).toMatchObject([{ outcome: 'changed' }])
    expect(await read(id)).toMatchObject({
      ...{ carrier: 'FedEx', trackingNumber: 'T-9' },
      ...{ state: 'delivered', deliveredAt: '2026-01-05T23:59:59.000Z' },
    })
  })
})

describe('an import while another operator changes the same parcel', () => {
  /** A sent parcel of a plan, and an import of a line of which order decides before `meanwhile`. */
  async function sentParcel() {
    const { plan, ids } = await drawnPlan(1)
    const [id = ''] = ids
    await print(ids)
    await send(id)
    const { reference } = (await read(id)) ?? {}
    const importLine = async (columns: string, values: string, meanwhile?: () => Promise<unknown>) => {
      const decide = fixture.deps.order.post
      const order = vi.spyOn(fixture.deps.order, 'post')
      order.mockImplementationOnce(async (...call) => {
        const answer = await decide(...call)
        order.mockRestore()
        await meanwhile?.()
        return answer
      })
      return (await post('import', { csv: `reference,${columns}\n${reference},${values}` })).body.results
    }
    const track = (trackingNumber: string, at = new Date()) => {
      const about = { orderId: newId(), ownerId: plan.ownerId, parcelId: id }
      const data = { ...about, carrier: null, trackingNumber, at: at.toISOString() }
      return deliver(createEmitter('order')('parcel-tracking-changed', about.orderId, data))
    }
    return { id, plan, importLine, track }
  }
  const changed = [{ outcome: 'changed', message: null }]
  const meanwhile = [{ outcome: 'failed', message: expect.stringContaining('changed meanwhile') }]

  test('when another number is set then it stays, and the line says so; the number of the line is no conflict', async () => {
    const { id, importLine, track } = await sentParcel()
    expect(await importLine('tracking_number', 'T-1', () => track('T-2'))).toMatchObject(meanwhile)
    expect((await read(id))?.trackingNumber).toBe('T-2')
    expect(await importLine('tracking_number', 'T-1')).toMatchObject(changed)
    expect(await importLine('tracking_number', 'T-3', () => track('T-3'))).toMatchObject(changed)
    expect((await read(id))?.trackingNumber).toBe('T-3')
  })

  test('when it is sent again then the number of its earlier sending is not stored, also once it is withdrawn', async () => {
    const { id, importLine } = await sentParcel()
    const sendAgain = async () => {
      await post(`${id}/returned`)
      expect((await post(`${id}/send-again`)).status).toBe(200)
      const { address = '', zipCode = '' } = (await read(id))?.recipient ?? {}
      const digest = others.consent.digestOf({ address, zipCode })
      const at = new Date().toISOString()
      await deliver(createEmitter('consent')('address-blocked', newId(), { digest, at }))
    }
    expect(await importLine('tracking_number', 'T-1', sendAgain)).toMatchObject(meanwhile)
    expect(await read(id)).toMatchObject({ state: 'withdrawn', trackingNumber: null })
  })

  test('when its account is deleted then the number is not stored', async () => {
    const { id, plan, importLine } = await sentParcel()
    const deletion = () => deliver(deletionRequested(plan.ownerId))
    expect(await importLine('tracking_number', 'T-1', deletion)).toMatchObject(meanwhile)
    expect((await shipments.findOne({ 'parcels.id': id }).lean())?.parcels[0]?.trackingNumber).toBeNull()
  })

  test('when it is reported as returned then the delivery does not undo that', async () => {
    const { id, importLine } = await sentParcel()
    const day = new Date().toISOString().slice(0, 10)
    await importLine('delivered_at', day, () => post(`${id}/returned`))
    expect(await stateOf(id)).toBe('returned')
  })

  test('when the line has no carrier and the number is known then its carrier stays', async () => {
    const { id, importLine } = await sentParcel()
    for (const carrier of ['UPS', '']) await importLine('tracking_number,carrier', `T-1,${carrier}`)
    expect(await read(id)).toMatchObject({ trackingNumber: 'T-1', carrier: 'UPS' })
  })
})

describe('a parcel that came back', () => {
  async function cameBack() {
    const order = await paidOrder(2)
    const [id = '', other = ''] = order.ids
    await print(order.ids)
    await send(id, other)
    await post(`${id}/returned`)
    return { ...order, id }
  }

  test('when it is sent again, also by two operators, then it is to be packed once, with its old code and a new promise', async () => {
    const { orderId, id } = await cameBack()
    const code = (await read(id))?.reference
    await shipments.updateOne({ orderId }, { $set: { paidAt: new Date('2026-01-02') } })
    const answers = await Promise.all([1, 2].map(() => post(`${id}/send-again`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const again = await read(id)
    expect(again).toMatchObject({
      state: 'to_pack',
      shippedAt: null,
      printedAt: null,
      prints: 0,
      reference: code,
    })
    expect(new Date(again?.shipBy ?? 0).getTime()).toBeGreaterThan(Date.now())
    expect(await shipments.findOne({ orderId }).lean()).toMatchObject({ parcelsDue: 1, parcels: [{}, {}] })

    expect((await (await print([id])).pages()).flat().join()).not.toContain('REPRINT')
    expect((await post('scan', { code })).body.outcome).toBe('shipped')
    const events = await fixture.emitted({ orderId })
    expect(events.filter(({ parcelId }) => parcelId === id)).toMatchObject([{}, { parcelsShipped: 2 }])
    expect((await shipments.findOne({ orderId }).lean())?.parcelsDue).toBeUndefined()
  })

  test('when it is scanned, or shipped from the queue, then it is refused with what to do', async () => {
    const { id } = await cameBack()
    const message = 'It came back. Send it again or refund it in the parcel queue first.'
    const { body } = await post('scan', { code: (await read(id))?.reference, trackingNumber: 'T-2' })
    expect(body).toMatchObject({ outcome: 'refused', message, parcel: { state: 'returned' } })
    expect(await send(id)).toEqual([['failed', message]])
  })

  test('when its address was erased, then it is refused, and no place is taken', async () => {
    const { id } = await cameBack()
    await shipments.updateOne({ 'parcels.id': id }, { $set: { 'parcels.$.contact': erasedAddress } })
    const held = others.consent.held.length
    expect(await post(`${id}/send-again`)).toMatchObject({
      status: 409,
      body: { message: 'The address of this parcel was erased: it cannot be sent again.' },
    })
    expect(others.consent.held).toHaveLength(held)
  })

  test('when events of its first sending are delivered late, then it is not shipped or delivered by them', async () => {
    const { orderId, id } = await cameBack()
    const early = new Date().toISOString()
    const deliveredAt = new Date(Date.now() + 3_600_000).toISOString()
    const ahead = createEmitter('order')('parcel-delivered', id, {
      ...{ orderId, ownerId: null, parcelId: id, deliveredAt },
    })
    expect((await post(`${id}/send-again`)).status).toBe(200)
    const late = statusChanged({ orderId, from: 'processing', to: 'shipped', at: new Date(early) })
    const arrived = createEmitter('order')('parcel-delivered', id, {
      ...{ orderId, ownerId: null, parcelId: id, deliveredAt: early },
    })
    for (const event of [late, arrived, ahead]) expect(await deliver(event)).toBeNull()
    expect(await stateOf(id)).toBe('to_pack')
    await deliver(statusChanged({ orderId, from: 'processing', to: 'shipped' }))
    expect(await stateOf(id)).toBe('shipped')
  })

  test('when order decided and the process died, then its event sends it again, and ships it', async () => {
    const { orderId, id } = await cameBack()
    const state = parcelsOf(orderId, 5_000, [{}, {}])
    const [shippedAt, sentAgainAt] = [1, 0].map((ms) => new Date(Date.now() + ms).toISOString())
    const parcels = state.parcels.map((one) =>
      one.parcelId === id ? { ...one, shippedAt, sentAgainAt } : one,
    )
    for (let n = 0; n < 2; n++) await deliver(parcelsChanged(orderId, { ...state, parcels }))
    expect(await read(id)).toMatchObject({ state: 'shipped', shippedAt })
    expect((await fixture.emitted({ orderId })).filter(({ parcelId }) => parcelId === id)).toHaveLength(2)
  })
})
