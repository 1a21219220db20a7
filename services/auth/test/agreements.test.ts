import { agreement, defaultShopSettings, signUpConsent } from '@prankpost/contracts'
import { standInClient } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { person, startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica()
afterAll(() => fixture.close())

async function customer() {
  const pat = await auth.customer()
  return { ...pat, read: () => auth.call('GET', '/api/account/agreements', { headers: pat.headers }) }
}

test('when a customer signs up then the wording of the contract, its version and the time are stored once, with the account', async () => {
  const pat = await customer()
  expect((await auth.call('POST', '/api/auth/register', { body: person(pat.email) })).status).toBe(409)
  await auth.call('POST', '/api/auth/login', { body: { email: pat.email, password: 'correct horse' } })
  const { agreements, createdAt, revision } = (await pat.stored()) ?? {}
  expect(agreements).toEqual([{ ...signUpConsent, at: createdAt }])
  expect(revision).toBe(1)
  const { status, body } = await pat.read()
  expect([status, body]).toEqual([200, [{ ...shown, agreedAt: createdAt?.toISOString() }]])
  expect(agreement.strict().array().parse(body)).toEqual(body)
})

const { kind, version, wording } = signUpConsent
const shown = { kind, version, wording, price: null, interval: null }

test('when new texts were published then a sign-up stores both versions', async () => {
  const publish = (name: 'terms' | 'privacy', version: number) =>
    auth.handlers['text-published']({
      data: { name, version, publishedAt: '2026-12-05T10:00:00.000Z' },
    } as never)
  const versionOf = async () => (await (await customer()).stored())?.agreements?.[0]?.version
  await publish('terms', 2)
  expect(await versionOf()).toBe('December 5, 2026 (version 2); Privacy Policy of December 2024')
  await publish('privacy', 2)
  expect(await versionOf()).toBe('December 5, 2026 (version 2)')
})

test('when the event about a new text was lost then the sweep reads the version from catalog', async () => {
  const publishedAt = '2026-12-06T10:00:00.000Z'
  const shop = { ...defaultShopSettings, version: 1, changedAt: publishedAt }
  const texts = [{ name: 'terms' as const, version: 3, publishedAt }]
  await auth.deps.texts.refresh(standInClient({ get: () => ({ shop, texts }) }))
  expect((await (await customer()).stored())?.agreements?.[0]?.version).toContain(
    'December 6, 2026 (version 3)',
  )
})

test('when the account is from an earlier version then there is none', async () => {
  const pat = await customer()
  await fixture.users.updateOne({ _id: pat.id }, { $unset: { agreements: 1 } })
  expect((await pat.read()).body).toEqual([])
})

test('when the account is deleted then the agreement is deleted with it', async () => {
  const pat = await customer()
  const body = { password: 'correct horse', confirmation: 'DELETE' }
  await auth.call('POST', '/api/auth/account-deletion', { headers: pat.headers, body })
  expect((await pat.stored())?.agreements).toEqual([])
  expect((await pat.read()).status).toBe(401)
})
