import { mailReply, maxReplies } from '@prankpost/contracts'
import { newId, testServiceKeys } from '@prankpost/service-kit/testing'
import jsonwebtoken from 'jsonwebtoken'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { call, operator, received, messages } = fixture
const notification = fixture.clientFor('notification')

const path = '/api/admin/contact-messages'
const reply = (id: string, body: object, key?: string) =>
  operator('POST', `${path}/${id}/replies`, body, key ? { 'idempotency-key': key } : {})
const read = async (id: string) => (await operator('GET', `${path}/${id}`)).body
const listed = async (id: string) =>
  (await operator('GET', `${path}?q=${id}`)).body.items[0] as Record<string, unknown>
const outboxOf = async (id: string) => (await messages.findById(id).lean())?.outbox ?? []

/** The link in the mail of an operator's reply. */
async function linkOf(id: string, replyId: string): Promise<string> {
  const mail = await notification.get(`/internal/messages/${id}/replies/${replyId}`, mailReply)
  return mail?.url.split('#token=')[1] ?? ''
}
/** A message that an operator answered, and the token of its link. */
async function answered() {
  const id = await received()
  const { body } = await reply(id, { text: 'It is on its way.' })
  return { id, token: await linkOf(id, body.replies[0].id) }
}
const open = (token: string) => call('POST', '/api/messages/thread', { body: { token } })
const answer = (token: string, text: string, more: Record<string, string> = {}) =>
  call('POST', '/api/messages/thread/replies', { body: { token, text }, headers: more })

describe('the reply of an operator', () => {
  test('when it is sent then it is in the thread with its event, in one document, and the message is in progress', async () => {
    const id = await received()
    const { status, body } = await reply(id, { text: ' Dear Pat,\nit is on its way. ', replyCount: 0 })
    expect([status, body.status, body.answered, body.waitingSince]).toEqual([201, 'in_progress', true, null])
    const { replies } = body
    expect(replies).toEqual([
      {
        id: expect.any(String),
        from: 'operator',
        text: 'Dear Pat,\nit is on its way.',
        at: expect.any(String),
        by: 'admin',
      },
    ])
    expect(await read(id)).toEqual(body)
    const [event, ...others] = await outboxOf(id)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'message-replied',
      data: { messageId: id, replyId: replies[0].id, from: 'operator', wasWaiting: true },
    })
    expect(JSON.stringify(event)).not.toMatch(/Pat|way/)
  })

  test('when the list is read then it has counts without any text of the thread', async () => {
    const { id } = await answered()
    const item = await listed(id)
    expect(item).toMatchObject({ replyCount: 1, answered: true, waitingSince: null })
    expect(JSON.stringify(item)).not.toContain('on its way')
  })

  test('when the call is repeated with its key then nothing is sent again; another text is a 409', async () => {
    const id = await received()
    const first = await reply(id, { text: 'Once', replyCount: 0 }, 'click-1')
    const again = await Promise.all(
      [1, 2, 3].map(() => reply(id, { text: 'Once', replyCount: 0 }, 'click-1')),
    )
    expect(again.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([201, first.body]))
    expect((await reply(id, { text: 'Twice' }, 'click-1')).status).toBe(409)
    expect(await outboxOf(id)).toHaveLength(1)
  })

  test('when two operators answer at once then the second one is refused, and nothing is sent', async () => {
    const id = await received()
    const both = await Promise.all(['From Kim', 'From Lee'].map((text) => reply(id, { text, replyCount: 0 })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toContain('arrived meanwhile')
    expect((await read(id)).replies).toHaveLength(1)
    expect((await reply(id, { text: 'Next', replyCount: 1 })).status).toBe(201)
  })

  test('when the thread is full then it is a 409; an unknown message is a 404; an empty or too long text a 400', async () => {
    const id = await received()
    const one = { id: newId(), from: 'operator' as const, text: 'x', at: new Date(), by: 'Kim' }
    await messages.updateOne({ _id: id }, { replies: Array(maxReplies).fill(one) })
    expect((await reply(id, { text: 'One more' })).body.message).toContain('full')
    expect((await reply(newId(), { text: 'x' })).status).toBe(404)
    expect((await operator('GET', `${path}/${newId()}`)).status).toBe(404)
    for (const text of [' ', 'x'.repeat(5_001), { $gt: '' }])
      expect((await reply(await received(), { text })).status).toBe(400)
  })
})

describe('the link in the mail', () => {
  test('when it is opened then it shows the thread, without names, notes and status', async () => {
    const { id, token } = await answered()
    await messages.updateOne({ _id: id }, { adminNotes: 'a tricky one' })
    const { status, body } = await open(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      subject: 'Late',
      message: 'Where is it?',
      createdAt: expect.any(String),
      replies: [
        { id: expect.any(String), from: 'operator', text: 'It is on its way.', at: expect.any(String) },
      ],
      isFull: false,
      expiresAt: expect.any(String),
    })
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(Math.abs(days - 90)).toBeLessThan(0.1)
  })

  const sign = (subject: string, over: object = {}) =>
    jsonwebtoken.sign({}, testServiceKeys.privateKey, {
      ...{ algorithm: 'ES256', issuer: 'support', audience: 'message-link', subject, expiresIn: 60 },
      ...over,
    } as jsonwebtoken.SignOptions)

  test.each([
    ['expired', (id: string) => sign(id, { expiresIn: -1 })],
    ['for an order', (id: string) => sign(id, { audience: 'order-link' })],
    ['for a call between services', (id: string) => sign(id, { audience: 'support' })],
    ['of another service', (id: string) => sign(id, { issuer: 'order' })],
    ['of a deleted message', () => sign(newId())],
    [
      'tampered with',
      (id: string) => sign(newId()).replace(/\.[^.]+\./, `.${btoa(JSON.stringify({ sub: id }))}.`),
    ],
    ['nonsense', () => 'x.y.z'],
  ])('when the token is %s then reading and answering are a 404 with a way out', async (_what, tokenOf) => {
    const { id } = await answered()
    for (const { status, body } of [await open(tokenOf(id)), await answer(tokenOf(id), 'Hello?')])
      expect([status, body.message]).toEqual([404, expect.stringContaining('contact form')])
    expect((await read(id)).replies).toHaveLength(1)
  })

  test('when the message is deleted, as an erased customer is, then its reply is not mailed and the link is a 404', async () => {
    const { id, token } = await answered()
    const [replyId] = (await read(id)).replies.map((one: { id: string }) => one.id)
    await operator('DELETE', `${path}/${id}`)
    expect(await linkOf(id, replyId)).toBe('')
    expect((await open(token)).status).toBe(404)
  })
})

describe('the answer of the customer', () => {
  test('when it is sent then the message is new again and waits since then; only the first one has to be reported', async () => {
    const { id, token } = await answered()
    await operator('PUT', `${path}/${id}`, { status: 'resolved' })
    const first = await answer(token, 'Thank you!')
    expect([first.status, first.body.replies.length]).toEqual([201, 2])
    await answer(token, 'And when?')
    const thread = await read(id)
    expect(thread).toMatchObject({
      status: 'new',
      answered: false,
      replyCount: 3,
      waitingSince: thread.replies[1].at,
      replies: [{ by: 'admin' }, { from: 'customer', by: null }, { text: 'And when?' }],
    })
    const reports = (await outboxOf(id)).map(({ data }) => data as { from: string; wasWaiting: boolean })
    expect(reports.map(({ from, wasWaiting }) => [from, wasWaiting])).toEqual([
      ['operator', true],
      ['customer', false],
      ['customer', true],
    ])
  })

  test('when the call is repeated with its key then it is added once', async () => {
    const { id, token } = await answered()
    for (let n = 0; n < 2; n++)
      expect((await answer(token, 'Once', { 'idempotency-key': 'click-1' })).status).toBe(201)
    expect((await read(id)).replies).toHaveLength(2)
  })

  test('when one address, or one e-mail address, sends too many then it is a 429', async () => {
    const { token } = await answered()
    const tight = await fixture.replica({ limit: 2 })
    const send = (n: number) =>
      tight('POST', '/api/messages/thread/replies', {
        body: { token, text: `Hello ${n}` },
        headers: { 'x-forwarded-for': '198.51.100.9', 'idempotency-key': `click-${n}` },
      })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await send(n)).status)
    expect(statuses).toEqual([201, 201, 429])
    // An answer that is in the thread, and whose response was lost.
    const again = await send(0)
    expect([again.status, again.body.replies.length]).toEqual([201, 3])
  })
})
