import { mailLink } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

const asOperator = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  auth.operator(method, `/api/admin/customers${path}`, body, headers)
const signUp = auth.customer
const listed = async (q: string) => (await asOperator('GET', `?q=${q}`)).body
const emittedBy = async (id: string) =>
  ((await fixture.users.findById(id).lean())?.outbox ?? []).map(({ type, data }) => ({ type, data }))

describe('the list of customers', () => {
  test('when one is searched by address, name or id then it is found, and others are not', async () => {
    const { id, email } = await signUp('gerald@example.com')
    for (const q of ['gerald', email, id, `pat ${email}`])
      expect([q, await listed(q)]).toEqual([
        q,
        { items: [expect.objectContaining({ id, email, blocked: null })], total: 1, nextCursor: null },
      ])
    expect(await listed('harold')).toEqual({ items: [], total: 0, nextCursor: null })
  })

  test('when an account is deleted then it is not listed, and its notes and block are erased', async () => {
    const { id, cookie } = await signUp('leaver@example.com')
    await asOperator('POST', `/${id}/notes`, { text: 'Wants to leave.' })
    await asOperator('POST', `/${id}/block`, { reason: 'Disputes' })
    const body = { password: 'correct horse', confirmation: 'DELETE' }
    expect(
      (await auth.call('POST', '/api/auth/account-deletion', { headers: { cookie }, body })).status,
    ).toBe(200)
    expect(await listed(id)).toMatchObject({ total: 0 })
    expect((await asOperator('GET', `/${id}`)).status).toBe(404)
    expect(await fixture.users.findById(id).lean()).toMatchObject({
      notes: [],
      blocked: null,
      searchTerms: [],
    })
  })

  test('when an account is of an earlier version then the next start lists it', async () => {
    const { id } = await signUp('earlier@example.com')
    await fixture.users.collection.updateOne({ _id: id } as never, {
      $unset: { isListed: 1, searchTerms: 1 },
    })
    expect(await listed('earlier@example.com')).toMatchObject({ total: 0 })
    await fixture.replica()
    expect(await listed('earlier@example.com')).toMatchObject({ total: 1 })
  })
})

describe('one customer', () => {
  test('when a service gives no answer then its records are null, and the rest is shown', async () => {
    const { id } = await signUp('lonely@example.com')
    const { status, body } = await asOperator('GET', `/${id}`)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id, notes: [], orders: null, plans: null, messages: null, mails: null }),
    ])
  })

  test('when it is blocked twice and unblocked then each change is reported once, and the first reason stays', async () => {
    const { id } = await signUp('blocked@example.com')
    const [first, second] = [
      await asOperator('POST', `/${id}/block`, { reason: 'Disputes' }),
      await asOperator('POST', `/${id}/block`, { reason: 'Another' }),
    ]
    expect(first.body).toMatchObject({ blocked: { reason: 'Disputes', by: expect.any(String) } })
    expect(second.body).toEqual(first.body)
    expect((await asOperator('POST', `/${id}/unblock`)).body).toMatchObject({ blocked: null })
    const changes = (await emittedBy(id)).filter(({ type }) => type === 'customer-block-changed')
    expect(changes.map(({ data }) => (data as { isBlocked: boolean }).isBlocked)).toEqual([true, false])
    const [blockedAt, unblockedAt] = changes.map(({ data }) => (data as { changedAt: string }).changedAt)
    expect(String(unblockedAt) > String(blockedAt)).toBe(true)
  })

  test('when it is signed out everywhere then its sessions end, and the password stays', async () => {
    const { id, cookie, email } = await signUp('elsewhere@example.com')
    expect((await asOperator('POST', `/${id}/sign-out`)).status).toBe(200)
    expect((await auth.call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401)
    expect(await emittedBy(id)).toContainEqual(expect.objectContaining({ type: 'sessions-ended' }))
    const body = { email, password: 'correct horse' }
    const again = await auth.call('POST', '/api/auth/login', { body })
    expect((await auth.call('GET', '/api/auth/user', { headers: { cookie: again.cookie } })).status).toBe(200)
  })

  test('when it is signed out while a link to set a password is on its way then the mail is still needed, until the password is set', async () => {
    const { id } = await signUp('forgetful@example.com')
    await fixture.users.updateOne({ _id: id }, { emailVerifiedAt: new Date() })
    const passwordSetAt = (await fixture.users.findById(id).lean())?.passwordSetAt?.getTime() ?? 0
    await asOperator('POST', `/${id}/mails`, { purpose: 'reset-password' })
    const request = (await emittedBy(id)).at(-1)?.data
    for (const _ of [1, 2]) await asOperator('POST', `/${id}/sign-out`)
    const linkNow = () => auth.notification.post('/internal/mail-links', mailLink, request)
    const token = new URL((await linkNow())?.url ?? '').hash.replace('#token=', '')
    const early = { ...(request as object), requestedAt: new Date(passwordSetAt - 1).toISOString() }
    expect(await auth.notification.post('/internal/mail-links', mailLink, early)).toBeNull()
    const body = { token, password: 'another horse' }
    expect((await auth.call('POST', '/api/auth/reset-password', { body })).status).toBe(200)
    expect(await linkNow()).toBeNull()
    await asOperator('POST', `/${id}/sign-out`)
    expect(await linkNow()).toBeNull()
  })

  test('when a link is sent again then the mail is requested, unless the address is verified', async () => {
    const { id } = await signUp('unverified@example.com')
    const send = (purpose: string) => asOperator('POST', `/${id}/mails`, { purpose })
    expect((await send('verify-email')).status).toBe(200)
    await fixture.users.updateOne({ _id: id }, { emailVerifiedAt: new Date() })
    expect((await send('verify-email')).status).toBe(409)
    expect((await send('reset-password')).status).toBe(200)
    const purposes = (await emittedBy(id)).map(({ data }) => (data as { purpose: string }).purpose)
    expect(purposes).toEqual(['verify-email', 'verify-email', 'reset-password'])
  })

  test('when notes are added then they name the operator, and only the latest 100 are kept', async () => {
    const { id } = await signUp('noted@example.com')
    const notes = Array.from({ length: 100 }, (_, index) => ({ at: new Date(), by: 'Pat', text: `${index}` }))
    await fixture.users.updateOne({ _id: id }, { notes })
    const { status, body } = await asOperator('POST', `/${id}/notes`, { text: 'The last one' })
    const texts = (body as never as { text: string; by: string }[]).map(({ text }) => text)
    expect([status, texts.length, texts[0], texts.at(-1)]).toEqual([201, 100, '1', 'The last one'])
  })

  test('when a note is sent again with its idempotency key, also at once, then it is added once; another text is refused', async () => {
    const { id } = await signUp('noted-twice@example.com')
    const add = (text: string, key: string) =>
      asOperator('POST', `/${id}/notes`, { text }, { 'idempotency-key': key })
    const answers = await Promise.all([1, 2, 3].map(() => add('Called.', 'key-1')))
    answers.push(await add('Called.', 'key-1'))
    for (const { status, body } of answers)
      expect([status, body]).toEqual([201, [{ at: expect.any(String), by: 'admin', text: 'Called.' }]])
    expect((await add('Called again.', 'key-1')).status).toBe(409)
    expect((await add('Called.', 'x'.repeat(256))).status).toBe(400)
    expect((await add('Called.', 'key-2')).body).toHaveLength(2)
  })
})
