import { defaultShopSettings } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const emit = createEmitter('catalog')
let version = 0
const closeUntil = (closedUntil: string | null) =>
  fixture.deliver(
    emit('shop-changed', 'shop', {
      ...{ ...defaultShopSettings, closedUntil, closedReason: 'We are moving.' },
      ...{ version: ++version, changedAt: new Date().toISOString() },
    }),
  )
const publish = (number: number) =>
  fixture.deliver(
    emit('text-published', 'terms', {
      ...{ name: 'terms', version: number, publishedAt: '2026-12-05T10:00:00.000Z' },
    }),
  )

test('when the shop is closed then no plan is started, and none is stored; from its date on they are', async () => {
  const user = newCustomer()
  await closeUntil(new Date(Date.now() + 3_600_000).toISOString())
  const { status, body } = await fixture.checkout(user)
  expect([status, body.message]).toEqual([
    409,
    expect.stringMatching(/^The shop is closed until .* We are moving\.$/),
  ])
  expect(await fixture.plans.countDocuments({ ownerId: user.id })).toBe(0)
  await closeUntil(new Date(Date.now() - 1_000).toISOString())
  expect((await fixture.checkout(user)).status).toBe(200)
})

test('when new terms were published then a plan stores their version', async () => {
  const user = newCustomer()
  expect(await publish(2)).toBeNull()
  await fixture.checkout(user)
  const [plan] = await fixture.plans.find({ ownerId: user.id }).lean()
  expect(plan?.agreements?.map((one) => one.version)).toEqual(['December 5, 2026 (version 2)'])
  await publish(3)
  for (let n = 0; n < 2; n++) await fixture.checkout(user)
  const again = await fixture.plans.findById(plan?._id).lean()
  expect(again?.agreements?.map((one) => one.version)).toEqual([
    'December 5, 2026 (version 2)',
    'December 5, 2026 (version 3)',
  ])
})
