import { accountAnswer, customerMailKinds, mailKinds, mailsOffAnswer } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

const path = '/api/account/mail-preferences'
type Preference = { kind: string; title: string; required: boolean; enabled: boolean }

async function customer() {
  const { id, email, headers } = await auth.customer()
  const optedOut = ({ body: answer }: { body: Record<string, unknown> }) =>
    (answer.preferences as Preference[]).filter(({ enabled }) => !enabled).map(({ kind }) => kind)
  return {
    id,
    email,
    headers,
    read: () => auth.call('GET', path, { headers }),
    /** Switches kinds on or off; returns the answer and the kinds that are off in it. */
    async set(choices: Record<string, boolean>) {
      const preferences = Object.entries(choices).map(([kind, enabled]) => ({ kind, enabled }))
      const answer = await auth.call('PUT', path, { headers, body: { preferences } })
      return { ...answer, off: answer.status === 200 ? optedOut(answer) : [] }
    },
    off: async () => optedOut(await auth.call('GET', path, { headers })),
    stored: async () => (await fixture.users.findById(id).lean())?.mailsOff,
    known: async () => (await auth.notification.get(`/internal/users/${id}`, accountAnswer)).mailsOff,
  }
}

describe('mail preferences', () => {
  test('when a customer has chosen nothing then every kind is on, with its title, in the order of the contract', async () => {
    const pat = await customer()
    const { status, body } = await pat.read()
    expect(status).toBe(200)
    expect(body).toEqual({
      preferences: customerMailKinds.map((kind) => ({ kind, ...mailKinds[kind], enabled: true })),
    })
    expect(await pat.known()).toEqual([])
  })

  test('when kinds are switched then the others stay as they are, and notification reads it; also when repeated', async () => {
    const pat = await customer()
    const first = await pat.set({ 'parcel-delivered': false, 'message-received': false })
    expect([first.status, first.off]).toEqual([200, ['parcel-delivered', 'message-received']])
    for (let n = 0; n < 2; n++) {
      const { off, body } = await pat.set({ 'parcel-shipped': false, 'message-received': true })
      expect(off).toEqual(['parcel-shipped', 'parcel-delivered'])
      expect((body.preferences as Preference[]).length).toBe(customerMailKinds.length)
    }
    expect(await pat.off()).toEqual(['parcel-shipped', 'parcel-delivered'])
    expect(await pat.stored()).toEqual(['parcel-shipped', 'parcel-delivered'])
    expect(await pat.known()).toEqual(['parcel-shipped', 'parcel-delivered'])
  })

  test('when different kinds are switched at the same moment then no choice is lost', async () => {
    const pat = await customer()
    const optional = customerMailKinds.filter((kind) => !mailKinds[kind].required)
    await Promise.all(optional.map((kind) => pat.set({ [kind]: false })))
    expect(await pat.off()).toEqual(optional)
  })

  test('when a required kind would be switched off then it is a 400 that says so, and nothing changes', async () => {
    const pat = await customer()
    const { status, body } = await pat.set({ 'parcel-shipped': false, 'order-paid': false })
    expect([status, body.message]).toEqual([
      400,
      '"Order confirmation" cannot be switched off: we have to send it.',
    ])
    expect(await pat.stored()).toBeUndefined()
    expect((await pat.set({ 'order-paid': true })).status).toBe(200)
  })

  test.each([
    ['an unknown kind', { preferences: [{ kind: 'news', enabled: false }] }],
    ['no kind', { preferences: [] }],
    ['a text for a choice', { preferences: [{ kind: 'parcel-shipped', enabled: 'no' }] }],
    ['no body', undefined],
  ])('when there is %s then it is a 400', async (_what, body) => {
    const { headers } = await customer()
    expect((await auth.call('PUT', path, { headers, body })).status).toBe(400)
  })

  test('when the account is deleted then the choices are deleted with it', async () => {
    const pat = await customer()
    await pat.set({ 'parcel-shipped': false })
    const body = { password: 'correct horse', confirmation: 'DELETE' }
    await auth.call('POST', '/api/auth/account-deletion', { headers: pat.headers, body })
    expect(await pat.stored()).toEqual([])
    await expect(pat.known()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the choices of the owner of an address', () => {
  const offOf = async (email: string) =>
    (await auth.notification.post('/internal/mails-off', mailsOffAnswer, { email })).mailsOff

  test('when the address is verified then they are read, in any case; otherwise there are none', async () => {
    const pat = await customer()
    await pat.set({ 'message-received': false })
    expect(await offOf(pat.email)).toEqual([])
    await fixture.users.updateOne({ _id: pat.id }, { $set: { emailVerifiedAt: new Date() } })
    expect(await offOf(pat.email.toUpperCase())).toEqual(['message-received'])
    expect(await offOf('unknown@mails.test')).toEqual([])
  })
})
