import { afterAll, describe, expect, test } from 'vitest'
import { releaseParcel } from '../src/use-cases/hold-parcel.ts'
import { adminPassword, orderPaid } from './fixture.ts'
import { startQueue } from './queue.ts'

const fixture = await startQueue()
afterAll(() => fixture.close())
const { deliver, deps, drawnPlan, others, post, print, read, send, shipments, stateOf } = fixture

const matches = [{ kind: 'threat' as const, where: 'message' as const }]
const held = { heldBecause: 'Held for review', review: matches }

/** A paid order whose first parcel waits for a review. */
async function paidForReview() {
  const { data, ...event } = orderPaid([{}, {}], { customMessage: 'I will kill you' })
  const [first, ...rest] = (data as { items: object[] }).items
  const paid = {
    ...event,
    data: { ...(data as object), parcelsRevision: 1, items: [{ ...first, ...held }, ...rest] },
  }
  await deliver(paid as typeof event & { data: typeof data })
  return { paid, id: `${event.subject}-1`, other: `${event.subject}-2` }
}

describe('a parcel of an order that must be reviewed', () => {
  test('when its order is paid, twice, then it starts held, with what was found and the message; the other is to pack', async () => {
    const { paid, id, other } = await paidForReview()
    await deliver(paid as never)
    expect(await read(id)).toMatchObject({
      state: 'held',
      heldBecause: 'Held for review',
      review: { matches, message: 'I will kill you' },
    })
    expect(await read(other)).toMatchObject({ state: 'to_pack', review: null })
    const stored = await shipments.findOne({ orderId: paid.subject }).lean()
    expect(stored).toMatchObject({ parcelsRevision: 1 })
  })

  test('when it is printed, shipped or scanned then nothing happens; also with the documents of its order', async () => {
    const { id, other } = await paidForReview()
    expect(await print([id, other])).toMatchObject({ status: 409 })
    const documents = await fetch(`${fixture.url}/api/admin/parcel-documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-admin-password': adminPassword },
      body: JSON.stringify({ kind: 'labels', parcelIds: [id] }),
    })
    expect([documents.status, await documents.text()]).toEqual([409, expect.stringContaining('is held')])
    expect(await send(id)).toEqual([['failed', 'It is held: Held for review']])
    expect(await read(id)).toMatchObject({ state: 'held', prints: 0, shippedAt: null })
  })

  test('when it is refused, twice, then it is withdrawn; when order does not allow it then the reason is shown', async () => {
    const { id, other } = await paidForReview()
    for (let n = 0; n < 2; n++) {
      expect(await post(`${id}/refuse`, { reason: 'A threat' })).toMatchObject({
        status: 200,
        body: { state: 'withdrawn' },
      })
    }
    others.refusals.set(other, 'This parcel is not held. Hold it first.')
    expect(await post(`${other}/refuse`, { reason: 'No reason' })).toMatchObject({
      status: 409,
      body: { message: 'This parcel is not held. Hold it first.' },
    })
    expect((await post(`${id}/refuse`, { reason: ' ' })).status).toBe(400)
    expect((await post('no-such-parcel/refuse', { reason: 'A threat' })).status).toBe(404)
    others.isUnavailable = true
    expect((await post(`${other}/refuse`, { reason: 'A threat' })).status).toBe(503)
    others.isUnavailable = false
  })
})

describe('a parcel of a plan', () => {
  test('when its target is a school then nothing is printed, and it is held once until an operator releases it', async () => {
    const { plan, ids } = await drawnPlan(1)
    const [id = ''] = ids
    for (const [, target] of others.targets) {
      if (target.ownerId === plan.ownerId)
        target.contact = { ...target.contact, name: 'Lincoln Elementary School' }
    }
    expect(await print([id])).toMatchObject({ status: 409, text: expect.stringContaining('Held for review') })
    expect(await read(id)).toMatchObject({
      state: 'held',
      review: { matches: [{ kind: 'school', where: 'address' }], message: null },
    })
    expect((await post(`${id}/refuse`, { reason: 'A school' })).body.message).toContain('refund the month')
    expect((await post(`${id}/release`)).body).toMatchObject({ state: 'to_pack', review: null })
    expect((await print([id])).status).toBe(200)
    expect(await stateOf(id)).toBe('label_printed')
  })

  test('when the ship form chooses a school then it is a 409 with the reason, until an operator has released the address', async () => {
    const { plan, ids } = await drawnPlan(2)
    const [id = ''] = ids
    const month = async () => shipments.findOne({ ownerId: plan.ownerId }).lean()
    const contactId = (await month())?.draw?.[0]?.contactId ?? ''
    const target = others.targets.get(contactId)
    if (target) target.contact = { ...target.contact, name: 'Lincoln Elementary School' }
    const refused = {
      status: 409,
      body: {
        message:
          'Lincoln Elementary School must be reviewed before anything is sent there (school in the address). Print its label in ' +
          'the parcel queue: then an operator who answers customers can release it.',
      },
    }
    expect(await fixture.ship(plan, { contactId })).toMatchObject(refused)
    await print([id])
    expect(await read(id)).toMatchObject({ state: 'held' })
    expect(await fixture.ship(plan, { contactId })).toMatchObject(refused)
    expect((await month())?.parcels).toEqual([])
    await post(`${id}/release`)
    expect((await fixture.ship(plan, { contactId })).status).toBe(201)
    // The other slot was not released.
    expect(await fixture.ship(plan, { contactId })).toMatchObject(refused)
    expect((await month())?.parcels).toHaveLength(1)
  })

  test.each(['packer', 'support'] as const)(
    'when it is held for a review while a %s releases another hold then it stays held for the review',
    async (role) => {
      const { ids } = await drawnPlan(1)
      const [id = ''] = ids
      await post(`${id}/hold`, { reason: 'To check' })
      const school = [{ kind: 'school' as const, where: 'address' as const }]
      const outbox: typeof deps.outbox = {
        ...deps.outbox,
        async change(...args) {
          const review = { 'draw.0.review': school, 'draw.0.reviewKey': 'a digest' }
          await shipments.updateOne({ 'queue.id': id }, { $set: review, $inc: { revision: 1 } })
          return deps.outbox.change(...args)
        },
      }
      await expect(releaseParcel({ id, role }, { ...deps, outbox })).rejects.toMatchObject({ status: 409 })
      expect(await read(id)).toMatchObject({ heldBecause: 'To check', review: { matches: school } })
    },
  )
})
