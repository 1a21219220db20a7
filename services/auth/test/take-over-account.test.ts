import { dataSubject, mailLink } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { takeOverAccount } from '../src/use-cases/take-over-account.ts'
import { person, startFixture } from './fixture.ts'

const fixture = await startFixture()
const [auth, other] = await Promise.all([fixture.replica(), fixture.replica()])
afterAll(() => fixture.close())

/**
 * An account that was registered with another person's address, and a link to set its password, mailed to the owner of
 * the address.
 */
async function registered() {
  const { id: oldId, email, cookie, stored } = await auth.customer()
  const link = await mailedLink(email)
  return {
    email,
    oldId,
    cookie,
    link,
    old: async () => (await stored()) as NonNullable<unknown> & Stored,
    current: () => fixture.users.findOne({ email }).lean(),
  }
}
interface Stored {
  outbox: { type: string }[]
  deletion?: Record<string, unknown>
}

async function mailedLink(email: string): Promise<string> {
  await auth.call('POST', '/api/auth/forgot-password', { body: { email } })
  const account = await fixture.users.findOne({ email }).lean()
  const request = account?.outbox.filter(({ type }) => type === 'mail-link-requested').at(-1)?.data
  const link = await auth.notification.post('/internal/mail-links', mailLink, request)
  expect(link?.removesData).toBe(true)
  return new URL(link?.url ?? '').hash.replace('#token=', '')
}
const reset = (token: string, password = 'another horse', replica = auth) =>
  replica.call('POST', '/api/auth/reset-password', { body: { token, password } })
const logIn = (email: string, password: string) =>
  auth.call('POST', '/api/auth/login', { body: { email, password } })
const statusOf = async (cookie: string) =>
  (await auth.call('GET', '/api/auth/user', { headers: { cookie } })).status
const typesOf = ({ outbox }: Stored) => outbox.map(({ type }) => type)

describe('when the owner of an unverified address sets a new password', () => {
  test('then the old account is deleted with its sessions, and an empty, verified one replaces it', async () => {
    const { email, oldId, cookie, link, old, current } = await registered()
    await auth.call('POST', '/api/auth/data-export', { headers: { cookie } })
    const answer = await reset(link)
    expect([answer.status, answer.body.message]).toEqual([
      200,
      expect.stringMatching(/never verified, so everything that was saved in the account is removed/),
    ])

    expect(await statusOf(cookie)).toBe(401)
    expect((await logIn(email, 'correct horse')).status).toBe(401)
    const signedIn = await logIn(email, 'another horse')
    expect([signedIn.status, signedIn.body.firstName, signedIn.body.id === oldId]).toEqual([200, '', false])
    const state = await auth.call('GET', '/api/auth/email-verification', {
      headers: { cookie: signedIn.cookie },
    })
    expect(state.body).toEqual({ email, verified: true })
    expect((await current())?.outbox.map(({ type }) => type)).toEqual(['password-changed'])

    expect(typesOf(await old())).toContain('customer-deletion-requested')
    const { outbox: _, ...rest } = await old()
    expect(JSON.stringify(rest)).not.toMatch(/victims|Pat|Potato|argon2/)
    expect(await fixture.dataExports.countDocuments({ _id: oldId })).toBe(0)
    // Data stored under the address in other services is not erased with the old account: it belongs to the owner of
    // the address.
    const subject = await auth.as('support').get(`/internal/data-subjects/${oldId}`, dataSubject)
    expect(subject).toEqual({ verifiedEmail: null })
  })

  test('then the link is void, and so is every other link mailed before', async () => {
    const { email, link, current } = await registered()
    const another = await mailedLink(email)
    expect((await reset(link)).status).toBe(200)
    const after = await current()
    for (const token of [link, another]) {
      const answer = await reset(token, 'stolen horse')
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringMatching(/^This link was used already or is too old\./),
      ])
    }
    expect(await current()).toEqual(after)
  })

  test('then the person who registered it cannot void the link by changing the password', async () => {
    const { email, cookie, link } = await registered()
    const body = { currentPassword: 'correct horse', newPassword: 'attacker horse' }
    const changed = await auth.call('POST', '/api/auth/password', { body, headers: { cookie } })
    expect(changed.status).toBe(200)
    expect((await reset(link)).status).toBe(200)
    expect(await statusOf(changed.cookie)).toBe(401)
    expect((await logIn(email, 'another horse')).status).toBe(200)
  })

  test('when ten calls use the link at once, on two replicas, then one wins', async () => {
    const { email, link, old } = await registered()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => reset(link, `another horse ${i}`, i % 2 === 0 ? auth : other)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(email, `another horse ${winner}`)).status).toBe(200)
    expect(typesOf(await old()).filter((type) => type === 'customer-deletion-requested')).toHaveLength(1)
    expect((await old()).deletion?.successor).toBeUndefined()
  })

  test('when the address is verified in its own session meanwhile then the link is void and the account does not change', async () => {
    const { email, cookie, link, current } = await registered()
    await fixture.users.updateOne({ email }, { $set: { emailVerifiedAt: new Date() } })
    expect((await reset(link)).status).toBe(400)
    expect(await statusOf(cookie)).toBe(200)
    expect((await current())?.emailVerifiedAt).toBeInstanceOf(Date)
  })
})

describe('when a process dies between deleting the old account and creating the new one', () => {
  /** Runs the takeover with an outbox that never inserts. */
  async function takeOverAndDie({ oldId }: { oldId: string }) {
    const insert = () => Promise.reject(new Error('died'))
    const deps = { ...auth.deps, outbox: { ...auth.deps.outbox, insert } }
    await expect(takeOverAccount({ _id: oldId }, 'no hash', deps)).rejects.toThrow('died')
  }

  test('then a repeat with the same link creates it, with the password of the repeat', async () => {
    const { email, oldId, link, old } = await registered()
    await takeOverAndDie({ oldId })
    expect((await logIn(email, 'correct horse')).status).toBe(401)
    expect((await reset(link, 'repeated horse')).status).toBe(200)
    expect((await logIn(email, 'repeated horse')).status).toBe(200)
    expect(JSON.stringify(await old())).not.toContain('victims.test')
    expect((await reset(link, 'stolen horse')).status).toBe(400)
  })

  test('and the address is registered again then that account is replaced, too', async () => {
    const { email, oldId, link } = await registered()
    await takeOverAndDie({ oldId })
    const again = await auth.call('POST', '/api/auth/register', { body: person(email) })
    expect(again.status).toBe(201)
    expect((await reset(link)).status).toBe(200)
    expect(await statusOf(again.cookie)).toBe(401)
    expect((await logIn(email, 'another horse')).status).toBe(200)
  })

  test('and its owner registers and verifies the address then the link is void', async () => {
    const { email, oldId, link } = await registered()
    await takeOverAndDie({ oldId })
    const again = await auth.call('POST', '/api/auth/register', { body: person(email) })
    await fixture.users.updateOne({ email }, { $set: { emailVerifiedAt: new Date() } })
    expect((await reset(link)).status).toBe(400)
    expect(await statusOf(again.cookie)).toBe(200)
  })
})
