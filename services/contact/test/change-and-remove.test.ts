import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { sweepRemoved } from '../src/use-cases/sweep-removed.ts'
import { newId, startFixture, target } from './fixture.ts'

const fixture = await startFixture()
const { contacts } = fixture.deps
afterAll(() => fixture.close())

async function added(owner: string): Promise<string> {
  const { body } = await fixture.call('POST', '/api/contacts', { owner, body: target })
  return body.id
}

describe('changing a target', () => {
  test('when PUT replaces it then it returns the contact and emits an event', async () => {
    const owner = newId()
    const id = await added(owner)
    const form = { ...target, name: 'Geraldine', state: 'ca', zipCode: '90210', profilePicture: 'babe' }
    const { status, body } = await fixture.call('PUT', `/api/contacts/${id}`, { owner, body: form })
    expect([status, body]).toEqual([200, { ...form, id, state: 'CA' }])
    const stored = await contacts.findOne({ _id: id }).lean()
    expect(stored).toMatchObject({ name: 'Geraldine', revision: 2 })
    expect(stored?.outbox.at(-1)).toMatchObject({
      type: 'contact-saved',
      data: { contactId: id, created: false },
    })
  })

  test('when PATCH changes one field then the others do not change', async () => {
    const owner = newId()
    const id = await added(owner)
    const { status, body } = await fixture.call('PATCH', `/api/contacts/${id}`, {
      owner,
      body: { city: 'Salem' },
    })
    expect([status, body]).toEqual([200, { ...target, id, state: 'OR', city: 'Salem' }])
  })

  test('when PATCH would leave a ZIP code of another state then it is a 400 at the ZIP code, and nothing changes', async () => {
    const owner = newId()
    const id = await added(owner)
    const before = await contacts.findOne({ _id: id }).lean()
    const patch = { state: 'CA', name: 'Geraldine' }
    const { status, body } = await fixture.call('PATCH', `/api/contacts/${id}`, { owner, body: patch })
    const message = 'ZIP code 97477 is in OR, not in CA'
    expect([status, body.message, body.issues]).toEqual([400, `${message}.`, [{ path: 'zipCode', message }]])
    expect(await contacts.findOne({ _id: id }).lean()).toEqual(before)
    const whole = { state: 'CA', zipCode: '90210' }
    expect((await fixture.call('PATCH', `/api/contacts/${id}`, { owner, body: whole })).status).toBe(200)
  })

  test('when a ZIP code was stored before it was checked then the other fields can still be changed', async () => {
    const owner = newId()
    const id = await added(owner)
    await contacts.updateOne({ _id: id }, { $set: { zipCode: '10001' } })
    const change = (body: object) => fixture.call('PATCH', `/api/contacts/${id}`, { owner, body })
    expect((await change({ name: 'Geraldine' })).status).toBe(200)
    expect((await change({ zipCode: '10002' })).status).toBe(400)
  })

  test('when the second line is set, changed and removed then each change is stored and emitted once', async () => {
    const owner = newId()
    const id = await added(owner)
    // As stored by earlier versions.
    await contacts.updateOne({ _id: id }, { $unset: { address2: 1 } })
    const change = async (body: object) =>
      (await fixture.call('PATCH', `/api/contacts/${id}`, { owner, body })).body.address2
    expect(await change({ address2: null })).toBeNull()
    expect(await change({ address2: ' Apt 5 ' })).toBe('Apt 5')
    expect(await change({ address2: 'Apt 5' })).toBe('Apt 5')
    expect(await change({ city: 'Salem' })).toBe('Apt 5')
    expect(await change({ address2: '' })).toBeNull()
    const stored = await contacts.findOne({ _id: id }).lean()
    expect([stored?.address2, stored?.outbox.length]).toEqual([null, 4])
  })

  test('when it is repeated then nothing changes and no event is emitted', async () => {
    const owner = newId()
    const id = await added(owner)
    for (let i = 0; i < 3; i++) {
      const answer = await fixture.call('PATCH', `/api/contacts/${id}`, { owner, body: { city: 'Salem' } })
      expect(answer.status).toBe(200)
    }
    const stored = await contacts.findOne({ _id: id }).lean()
    expect([stored?.revision, stored?.outbox.length]).toEqual([2, 2])
  })

  test('when many changes arrive at once then none is lost', async () => {
    const owner = newId()
    const id = await added(owner)
    const patches = [
      { name: 'New name' },
      { city: 'New city' },
      { address: '2 New St' },
      { zipCode: '97702' },
      { address2: 'Apt 5' },
    ]
    await Promise.all(patches.map((body) => fixture.call('PATCH', `/api/contacts/${id}`, { owner, body })))
    expect(await contacts.findOne({ _id: id }).lean()).toMatchObject(Object.assign({}, ...patches))
  })

  test.each(['PUT', 'PATCH', 'DELETE'])(
    "when %s is for another customer's, an unknown or a malformed id then it is refused and changes nothing",
    async (method) => {
      const id = await added(newId())
      const before = await contacts.findOne({ _id: id }).lean()
      const body = method === 'DELETE' ? {} : { body: { ...target, name: 'Stolen' } }
      const owner = newId()
      expect((await fixture.call(method, `/api/contacts/${id}`, { owner, ...body })).status).toBe(404)
      expect((await fixture.call(method, `/api/contacts/${newId()}`, { owner, ...body })).status).toBe(404)
      expect((await fixture.call(method, '/api/contacts/not-an-id', { owner, ...body })).status).toBe(400)
      expect((await fixture.call(method, '/api/contacts/%E0%A4%A', { owner, ...body })).status).toBe(400)
      expect(await contacts.findOne({ _id: id }).lean()).toEqual(before)
    },
  )

  test.each([
    ['PATCH', {}],
    ['PATCH', { nickname: 'x' }],
    ['PATCH', { state: 'XX' }],
    ['PATCH', { name: { $set: 1 } }],
    ['PUT', { name: 'Only a name' }],
    ['PUT', { ...target, zipCode: '10001' }],
    ['PATCH', { zipCode: '10001' }],
    ['PATCH', { state: 'NY' }],
    ['PATCH', { address2: 'x'.repeat(101) }],
  ])('when %s sends %j then it is a 400', async (method, body) => {
    const owner = newId()
    const id = await added(owner)
    expect((await fixture.call(method, `/api/contacts/${id}`, { owner, body })).status).toBe(400)
  })
})

describe('removing a target', () => {
  test('when it is removed then no caller sees it, and a second removal is a 404', async () => {
    const owner = newId()
    const id = await added(owner)
    expect(await fixture.call('DELETE', `/api/contacts/${id}`, { owner })).toMatchObject({
      status: 204,
      body: '',
    })
    expect((await fixture.call('GET', '/api/contacts', { owner })).body).toEqual([])
    expect((await fixture.call('DELETE', `/api/contacts/${id}`, { owner })).status).toBe(404)
    expect((await fixture.call('PATCH', `/api/contacts/${id}`, { owner, body: { city: 'x' } })).status).toBe(
      404,
    )
  })

  test('when its event is not sent yet then the address is removed at once and the event is still sent', async () => {
    const owner = newId()
    const id = await added(owner)
    await fixture.call('DELETE', `/api/contacts/${id}`, { owner })
    const rest = await contacts.findOne({ _id: id }).lean()
    expect(rest).toMatchObject({ removedAt: expect.any(Date), outbox: [{ type: 'contact-saved' }] })
    expect(JSON.stringify({ ...rest, outbox: [] })).not.toMatch(/Gerald|Garden|Springfield/)

    await sweepRemoved({ contacts })
    expect(await contacts.countDocuments({ _id: id })).toBe(1)
    // The lease of the writer expires.
    await contacts.updateMany({ outboxDueAt: { $exists: true } }, { $set: { outboxDueAt: new Date(0) } })
    await fixture.startRelays()
    expect(await receivedFor(id)).toMatchObject({ contactId: id, ownerId: owner, created: true })
    await eventually(
      async () => (await contacts.countDocuments({ _id: id, outboxDueAt: { $exists: false } })) === 1,
    )
    await sweepRemoved({ contacts })
    expect(await contacts.countDocuments({ _id: id })).toBe(0)
  })

  test('when its events are sent then the document is deleted at once', async () => {
    const owner = newId()
    const id = await added(owner)
    await contacts.updateOne({ _id: id }, { $set: { outboxDueAt: new Date(0) } })
    await fixture.startRelays()
    await eventually(
      async () => (await contacts.countDocuments({ _id: id, outboxDueAt: { $exists: false } })) === 1,
    )
    await fixture.call('DELETE', `/api/contacts/${id}`, { owner })
    expect(await contacts.countDocuments({ _id: id })).toBe(0)
  })
})

/** The payload of contact-saved for a contact, from the queue of achievement. */
function receivedFor(contactId: string): Promise<unknown> {
  return eventually(() =>
    fixture.broker.withChannel(async (channel) => {
      const message = await channel.get(`${fixture.queuePrefix}achievement.contact-saved`, { noAck: true })
      const { data } = message === false ? { data: null } : JSON.parse(message.content.toString())
      return data?.contactId === contactId ? data : undefined
    }),
  )
}

async function eventually<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadline) throw new Error('it did not come about within 10 s')
    await delay(20)
  }
}
