import { defaultShopSettings, type ShopState } from '@prankpost/contracts'
import { testNamespace } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, createShopCopy, createTextVersions } from '../src/index.ts'
import { standInClient } from '../src/testing/index.ts'

const space = testNamespace()
const connection = await connectDatabase('order', {
  MONGODB_URI: space.mongodbUri,
  DATABASE_PREFIX: space.databasePrefix,
})
afterAll(async () => {
  await connection.close()
  await space.drop()
})
const shop = createShopCopy(connection)
const texts = createTextVersions(connection)
beforeEach(async () => {
  await Promise.all(['shop', 'text_versions'].map((name) => connection.collection(name).deleteMany({})))
})

const now = new Date('2026-12-01T12:00:00Z')
const stateOf = (version: number, over: Partial<ShopState> = {}): ShopState => ({
  ...defaultShopSettings,
  version,
  changedAt: now.toISOString(),
  ...over,
})
const deliver = (state: ShopState) => shop.handlers['shop-changed']({ data: state } as never)
const publish = (version: number, publishedAt: string) =>
  texts.handlers['text-published']({ data: { name: 'terms', version, publishedAt } } as never)

describe('the copy of the settings', () => {
  test('when no event has arrived then the defaults apply and the shop is open', async () => {
    expect(await shop.read()).toEqual(defaultShopSettings)
    await shop.requireOpen(now)
  })

  test('when events arrive twice, late and at once then the newest version stays', async () => {
    await Promise.all([3, 1, 2, 3].map((version) => deliver(stateOf(version, { sender: `v${version}` }))))
    await deliver(stateOf(2, { sender: 'late' }))
    expect(await shop.read()).toEqual({ ...defaultShopSettings, sender: 'v3' })
    await deliver(stateOf(4))
    expect((await shop.read()).sender).toBeNull()
    expect(await connection.collection('shop').countDocuments()).toBe(1)
  })

  test('when the shop is closed then it is refused with date and reason, until the date', async () => {
    const closedUntil = '2026-12-28T14:00:00.000Z'
    await deliver(stateOf(1, { closedUntil, closedReason: 'We are moving.' }))
    await expect(shop.requireOpen(now)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The shop is closed until Monday, December 28, 2026 at 9:00 AM EST. We are moving.',
    })
    await shop.requireOpen(new Date(closedUntil))
  })

  test('when an event is lost then catalog repairs the copy, and an older answer changes nothing', async () => {
    await deliver(stateOf(1))
    const answer = (state: ShopState) => standInClient({ get: () => ({ shop: state, texts: [] }) })
    await shop.refresh(answer(stateOf(5, { addressCap: 3 })))
    await shop.refresh(answer(stateOf(4)))
    expect((await shop.read()).addressCap).toBe(3)
  })
})

describe('the versions of texts', () => {
  test('when no version was published then it is the first one, later the newest', async () => {
    expect(await texts.labelOf('terms')).toBe('December 2024')
    await publish(3, '2026-12-05T10:00:00.000Z')
    await publish(2, '2026-12-01T10:00:00.000Z')
    await publish(3, '2026-12-05T10:00:00.000Z')
    expect(await texts.labelOf('terms')).toBe('December 5, 2026 (version 3)')
    expect(await texts.labelOf('privacy')).toBe('December 2024')
  })

  test('when an event is lost then catalog repairs the copy', async () => {
    const published = { name: 'terms' as const, version: 2, publishedAt: '2026-12-01T10:00:00.000Z' }
    await texts.refresh(standInClient({ get: () => ({ shop: stateOf(1), texts: [published] }) }))
    expect(await texts.labelOf('terms')).toBe('December 1, 2026 (version 2)')
  })
})
