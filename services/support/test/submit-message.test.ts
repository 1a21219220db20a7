import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const call = await fixture.replica()
const message = {
  name: 'Pat Potato',
  email: 'pat@example.com',
  subject: 'My potato',
  message: 'It is late.\nVery.',
}

describe('the contact form', () => {
  test('when all fields are valid then the message is stored as new, trimmed, without other fields of the body', async () => {
    const answer = await call('POST', '/api/contact-submit', {
      body: {
        ...message,
        name: '  Pat Potato ',
        email: ' Pat@Example.com',
        status: 'resolved',
        adminNotes: 'x',
      },
    })
    expect([answer.status, answer.body]).toEqual([
      201,
      { message: "Thank you! We'll get back to you within 24 hours." },
    ])
    const stored = await fixture.messages.find().lean()
    expect(stored).toEqual([expect.objectContaining({ ...message, status: 'new', adminNotes: null })])
  })

  test('when it is sent twice then both are stored, unless the idempotency key says that the call is the same', async () => {
    const before = await fixture.messages.countDocuments()
    const send = async (key?: string, body = message) =>
      (await call('POST', '/api/contact-submit', { body, headers: key ? { 'idempotency-key': key } : {} }))
        .status
    expect([await send(), await send()]).toEqual([201, 201])
    expect(await fixture.messages.countDocuments()).toBe(before + 2)
    expect(await Promise.all([send('a key'), send('a key')])).toEqual([201, 201])
    expect(await send('a key')).toBe(201)
    expect(await fixture.messages.countDocuments()).toBe(before + 3)
    await send('a key', { ...message, message: 'Another text' })
    await send('another key')
    expect(await fixture.messages.countDocuments()).toBe(before + 5)
  })

  test.each([
    ['no name', { name: ' ' }, 'Name is required'],
    ['a name of 101', { name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
    ['an invalid e-mail address', { email: 'pat' }, 'Please enter a valid email address'],
    ['a subject of 151', { subject: 'x'.repeat(151) }, 'Subject must be at most 150 characters'],
    ['a subject of two lines', { subject: 'a\nBcc: b' }, 'Subject contains characters that cannot be used'],
    ['no message', { message: '' }, 'Message is required'],
    ['a message of 5,001', { message: 'x'.repeat(5_001) }, 'Message must be at most 5000 characters'],
    ['an object for a text', { message: { $gt: '' } }, 'Message is required'],
  ])('when there is %s then it is a 400 with a message that says so', async (_what, part, expected) => {
    const answer = await call('POST', '/api/contact-submit', { body: { ...message, ...part } })
    expect([answer.status, answer.body.message]).toEqual([400, expected])
  })

  test('when every field has its maximum length then it is stored', async () => {
    const body = { ...message, name: 'n'.repeat(100), subject: 's'.repeat(150), message: 'm'.repeat(5_000) }
    expect((await call('POST', '/api/contact-submit', { body })).status).toBe(201)
  })
})

describe('the limit of the contact form', () => {
  test('when one address exceeds its limit over two replicas then it is refused, others are not', async () => {
    const [one, two] = [await fixture.replica({ limit: 10 }), await fixture.replica({ limit: 10 })]
    const send = (to: typeof one, from: string) =>
      to('POST', '/api/contact-submit', { body: message, headers: { 'x-forwarded-for': from } })
    const before = await fixture.messages.countDocuments()
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => send(i % 2 === 0 ? one : two, '198.51.100.7')),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(14)
    expect(await fixture.messages.countDocuments()).toBe(before + 10)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(refused[0]?.body.message).toMatch(
      /^Too many messages from your network. Please try again in \d+ min/,
    )
    expect((await send(two, '198.51.100.8')).status).toBe(201)
  })

  test('when one e-mail address exceeds its limit, from any address, then it is refused, others are not', async () => {
    const one = await fixture.replica({ limitOfEmail: 3 })
    const send = (email: string, n: number) =>
      one('POST', '/api/contact-submit', {
        body: { ...message, email },
        headers: { 'x-forwarded-for': `203.0.113.${n}` },
      })
    for (let n = 1; n <= 3; n++) expect((await send('Many@example.com', n)).status).toBe(201)
    const refused = await send('many@example.com', 4)
    expect(refused.status).toBe(429)
    expect(refused.body.message).toMatch(/^Too many messages with this email. Please try again in \d+ min/)
    expect((await send('other@example.com', 5)).status).toBe(201)
    // The counts do not contain the address of the sender.
    const counts = await fixture.connection.collection('limits').find().toArray()
    expect(JSON.stringify(counts)).not.toContain('many@')
  })

  test('when a stored message is sent again over the limit then the answer is that of the first call, and it does not count', async () => {
    const body = { ...message, email: 'again@example.com' }
    for (const [from, limits] of [
      ['198.51.100.20', { limit: 2 }],
      ['198.51.100.21', { limitOfEmail: 2 }],
    ] as const) {
      const one = await fixture.replica(limits)
      const send = (key?: string) =>
        one('POST', '/api/contact-submit', {
          body,
          headers: { 'x-forwarded-for': from, ...(key && { 'idempotency-key': key }) },
        })
      const first = await send(from)
      const again = await Promise.all([send(from), send(from), send(from)])
      for (const { status, body: answer } of again) expect([status, answer]).toEqual([201, first.body])
      expect([(await send()).status, (await send()).status, (await send('other')).status]).toEqual([
        201, 429, 429,
      ])
      const last = await send(from)
      expect([last.status, last.body]).toEqual([201, first.body])
      expect(await fixture.messages.countDocuments({ email: body.email })).toBe(2)
      await fixture.messages.deleteMany({ email: body.email })
      await fixture.connection.collection('limits').deleteMany()
    }
  })

  test('when a message is invalid then it does not count', async () => {
    const one = await fixture.replica({ limit: 1 })
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    await one('POST', '/api/contact-submit', { body: { ...message, message: '' }, headers })
    expect((await one('POST', '/api/contact-submit', { body: message, headers })).status).toBe(201)
  })
})
