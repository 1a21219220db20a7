import { contactMessageList } from '@prankpost/contracts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { adminPassword, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { call, operator } = fixture
const { received } = fixture
const path = '/api/admin/contact-messages'
const unknownId = 'f'.repeat(24)

beforeEach(() => fixture.messages.deleteMany({}))

const list = async (query = '') => contactMessageList.parse((await operator('GET', `${path}?${query}`)).body)
const put = (id: string, body: object) => operator('PUT', `${path}/${id}`, body)

describe("the operator's list", () => {
  test('when there are messages then they are listed newest first, in the contract of the operator', async () => {
    const ids = [await received(), await received(), await received()]
    const { items, total, nextCursor } = await list()
    expect([items.map(({ id }) => id), total, nextCursor]).toEqual([ids.reverse(), 3, null])
    expect(items[0]).toEqual({
      id: ids[0],
      subject: 'Late',
      name: 'Pat Potato',
      email: 'pat@example.com',
      message: 'Where is it?',
      status: 'new',
      adminNotes: null,
      createdAt: expect.any(String),
      assignee: null,
      replyCount: 0,
      answered: false,
      waitingSince: items[0]?.createdAt,
    })
  })

  test('when pages are read by their cursors then each message is listed once, even if new ones arrive meanwhile', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await received())
    const first = await list('limit=2')
    await received()
    const second = await list(`limit=2&cursor=${first.nextCursor}`)
    const third = await list(`limit=2&cursor=${second.nextCursor}`)
    expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(ids.reverse())
    expect([first.total, third.nextCursor]).toEqual([5, null])
  })

  test('when status and search words are given then items and total match both', async () => {
    const potato = await received({ name: 'Rose Tuber', subject: 'Potato (late)' })
    const sock = await received({ email: 'sock@laundry.example' })
    await put(sock, { status: 'resolved' })
    expect((await list('status=resolved')).items.map(({ id }) => id)).toEqual([sock])
    expect((await list('status=new')).total).toBe(1)
    for (const q of ['rose', 'TUB', 'potato rose', '(late', potato, potato.slice(-8).toUpperCase()]) {
      expect((await list(new URLSearchParams({ q }).toString())).items.map(({ id }) => id)).toEqual([potato])
    }
    expect(await list('q=sock&status=new')).toEqual({ items: [], total: 0, nextCursor: null })
    expect((await list('q=.*')).total).toBe(0)
  })

  test('when status, limit or cursor are invalid then it is a 400', async () => {
    for (const query of ['status=lost', 'limit=-1', 'limit=201', 'cursor=x']) {
      expect((await operator('GET', `${path}?${query}`)).status).toBe(400)
    }
  })
})

describe('access', () => {
  test('when the password is sent in query or body, as specified, then the call is accepted', async () => {
    const id = await received()
    expect((await call('GET', `${path}?adminPassword=${adminPassword}`)).status).toBe(200)
    const put = await call('PUT', `${path}/${id}`, { body: { status: 'in_progress', adminPassword } })
    expect([put.status, put.body.status]).toEqual([200, 'in_progress'])
    expect((await call('DELETE', `${path}/${id}`, { body: { adminPassword } })).status).toBe(204)
  })
})

describe('a change', () => {
  test('when one field is sent then the other does not change, any status may follow any, and a repeat changes nothing', async () => {
    const id = await received()
    await put(id, { adminNotes: 'Asked the post office. ' })
    for (const status of ['resolved', 'new', 'in_progress', 'in_progress']) {
      const answer = await put(id, { status })
      expect([answer.status, answer.body.status, answer.body.adminNotes]).toEqual([
        200,
        status,
        'Asked the post office. ',
      ])
    }
    expect((await put(id, { adminNotes: '' })).body.adminNotes).toBeNull()
  })

  test('when two tabs change status and notes at once then both changes are kept', async () => {
    const id = await received()
    await Promise.all([put(id, { status: 'resolved' }), put(id, { adminNotes: 'Sent again' })])
    expect((await list()).items[0]).toMatchObject({ status: 'resolved', adminNotes: 'Sent again' })
  })

  test('when notes changed since they were read then the older tab is refused and overwrites nothing', async () => {
    const id = await received()
    const first = await put(id, { adminNotes: 'from one', previous: { adminNotes: null } })
    const second = await put(id, { adminNotes: 'from two', previous: { adminNotes: null } })
    const repeat = await put(id, { adminNotes: 'from one', previous: { adminNotes: null } })
    const next = await put(id, { adminNotes: 'from one, on', previous: { adminNotes: 'from one' } })
    expect([first.status, second.status, repeat.status, next.status]).toEqual([200, 409, 200, 200])
    expect((await list()).items[0]?.adminNotes).toBe('from one, on')
    expect((await put(id, { status: 'new', previous: { adminNotes: 'stale' } })).status).toBe(200)
  })

  test('when twenty tabs write notes from the same state at once then exactly one of them wins', async () => {
    const id = await received()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        put(id, { adminNotes: `tab ${i}`, previous: { adminNotes: null } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('when operators take a message from the same state then one gets it; it can be taken over and given back', async () => {
    const id = await received()
    const admin = { id: null, name: 'admin' }
    const first = await put(id, { assignee: 'me', previous: { assignee: null } })
    const repeat = await put(id, { assignee: 'me', previous: { assignee: null } })
    expect([first.status, first.body.assignee, repeat.status]).toEqual([200, admin, 200])
    const kim = { id: 'f0'.repeat(12), name: 'Kim' }
    await fixture.messages.updateOne({ _id: id }, { assignee: kim })
    expect((await put(id, { assignee: 'me', previous: { assignee: null } })).status).toBe(409)
    expect((await put(id, { assignee: 'me', previous: { assignee: kim } })).body.assignee).toEqual(admin)
    expect((await put(id, { assignee: null })).body.assignee).toBeNull()
  })

  test.each([
    ['nothing', {}],
    ['only what was seen', { previous: { status: 'new' } }],
    ['another assignee', { assignee: 'Kim' }],
    ['an unknown status', { status: 'lost' }],
    ['notes of 5,001', { adminNotes: 'x'.repeat(5_001) }],
    ['an object for notes', { adminNotes: { $set: 1 } }],
  ])('when %s is sent then it is a 400', async (_what, body) => {
    expect((await put(await received(), body)).status).toBe(400)
  })

  test('when the message is not there then change and deletion are 404, a malformed id is a 400', async () => {
    expect((await put(unknownId, { status: 'new' })).status).toBe(404)
    expect((await put('x', { status: 'new' })).status).toBe(400)
    const id = await received()
    expect((await operator('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await operator('DELETE', `${path}/${id}`)).status).toBe(404)
    expect(await fixture.messages.countDocuments()).toBe(0)
  })
})
