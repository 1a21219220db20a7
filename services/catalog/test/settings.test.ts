import { adminSettings, internalShop, type ShopState } from '@prankpost/contracts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { seedShop } from '../src/use-cases/change-settings.ts'
import { listLowStock } from '../src/use-cases/list-low-stock.ts'
import { seedTexts } from '../src/use-cases/seed-texts.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

beforeEach(async () => {
  await fixture.shops.deleteMany({})
  await seedShop(fixture)
})

const ask = (method: string, path: string, body?: object) => fixture.operator(method, `/api${path}`, body)
const read = async () => adminSettings.strict().parse((await ask('GET', '/admin/settings')).body)
const change = (patch: object) => ask('PATCH', '/admin/settings', patch)
const shop = async () => (await ask('GET', '/shop')).body
const events = async () =>
  ((await fixture.shops.findById('shop').lean())?.outbox ?? []).map(({ data }) => data as ShopState)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('the settings of a new shop', () => {
  test('when they are read then nothing is set, the defaults are shown, and the shop is open', async () => {
    expect(await read()).toMatchObject({
      sender: null,
      returnAddress: null,
      closedUntil: null,
      addressCap: null,
      updatedBy: null,
      defaults: {
        sender: 'Parcel Services',
        returnAddress: '',
        lowStockLevel: 5,
        addressCap: 8,
        addressSenderCap: 6,
      },
    })
    expect(await shop()).toEqual({ closedUntil: null, closedReason: null })
  })

  test('when several replicas start at once then there is one document', async () => {
    await fixture.shops.deleteMany({})
    await Promise.all([seedShop(fixture), seedShop(fixture), seedShop(fixture)])
    expect(await fixture.shops.countDocuments()).toBe(1)
  })
})

describe('a change of the settings', () => {
  test('when it is saved then it is stored with its operator and reported with all settings, once', async () => {
    const patch = {
      operatorEmail: ' Desk@shop.test',
      sender: ' Box  42 ',
      returnAddress: 'PO Box 100\n\n Bend, OR 97701 ',
      addressCap: 12,
    }
    const { status, body } = await change(patch)
    expect([status, body]).toEqual([200, await read()])
    const stored = { operatorEmail: 'desk@shop.test', returnAddress: 'PO Box 100\nBend, OR 97701' }
    expect(body).toMatchObject({ ...stored, addressCap: 12 })
    expect(body.updatedBy).toBeTruthy()
    expect((await change(patch)).status).toBe(200)
    const sent = await events()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      ...stored,
      version: body.revision,
      lowStockLevel: null,
      addressSenderCap: null,
    })
  })

  test('when a setting is set to null then its default applies again', async () => {
    await change({ lowStockLevel: 40, sender: 'Box 42' })
    await change({ lowStockLevel: null })
    expect(await read()).toMatchObject({ lowStockLevel: null, sender: 'Box 42' })
  })

  test('when the form is stale then it is a 409, and the later change stays', async () => {
    const { revision } = await read()
    expect((await change({ sender: 'First', revision })).status).toBe(200)
    const { status, body } = await change({ sender: 'Second', revision })
    expect([status, body.message]).toEqual([409, expect.stringMatching(/changed by another operator/)])
    expect((await read()).sender).toBe('First')
    // The repeat of the first call, whose answer was lost, is not a conflict.
    expect((await change({ sender: 'First', revision })).status).toBe(200)
  })

  test.each([
    [{}],
    [{ revision: 1 }],
    [{ sender: 'PrankPost Inc' }],
    [{ returnAddress: 'The Prank Shop\nBend' }],
    [{ returnAddress: '1\n2\n3\n4\n5' }],
    [{ returnAddress: 'x'.repeat(51) }],
    [{ closedUntil: 'tomorrow' }],
    [{ closedUntil: '2020-01-01T00:00:00Z' }],
    [{ closedUntil: inDays(400) }],
    [{ closedReason: 'x'.repeat(201) }],
    [{ operatorEmail: 'desk' }],
    [{ lowStockLevel: -1 }],
    [{ lowStockLevel: 1.5 }],
    [{ addressCap: 0 }],
    [{ addressSenderCap: 'many' }],
  ])('when it is %j then it is a 400 and nothing is stored', async (patch) => {
    expect((await change(patch)).status).toBe(400)
    expect(await events()).toEqual([])
  })
})

describe('a closed shop', () => {
  test('when an operator closes and opens it then the store knows it at once', async () => {
    const closedUntil = inDays(3)
    await change({ closedUntil, closedReason: 'We are moving.' })
    expect(await shop()).toEqual({ closedUntil, closedReason: 'We are moving.' })
    await change({ closedUntil: null })
    expect(await shop()).toEqual({ closedUntil: null, closedReason: null })
  })

  test('when its date has come then it is open without another change, and other settings can be saved', async () => {
    const { revision } = await read()
    await fixture.shops.updateOne(
      { _id: 'shop' },
      { $set: { closedUntil: new Date(Date.now() - 1_000), closedReason: 'We are moving.' } },
    )
    expect(await shop()).toEqual({ closedUntil: null, closedReason: null })
    const { closedUntil } = await read()
    expect((await change({ closedUntil, sender: 'Box 42', revision })).status).toBe(200)
  })

  test('when the store asks then the answer can be shared, and has another ETag after a change', async () => {
    const headers = async () => {
      const found = (await fetch(`${fixture.url}/api/shop`)).headers
      return [found.get('cache-control'), found.get('etag')]
    }
    const [cacheControl, etag] = await headers()
    expect([cacheControl, (await headers())[1]]).toEqual(['public, no-cache', etag])
    await change({ closedUntil: inDays(1) })
    expect((await headers())[1]).not.toBe(etag)
  })
})

test('when operators set the low-stock level then it replaces the one of the environment', async () => {
  const _id = 'f0'.repeat(12)
  await fixture.pranks.create({
    ...{ _id, name: 'Kazoo', description: 'Loud.', priceCents: 499, tier: 'Standard', image: 'potato' },
    ...{ position: 1, onSale: true, isCounted: true, updatedAt: new Date() },
    stock: { left: 20, reserved: 0, entries: [], changes: 0 },
  })
  expect((await listLowStock(fixture)).low).toEqual([])
  await change({ lowStockLevel: 20 })
  expect((await listLowStock(fixture)).low).toEqual([{ name: 'Kazoo', left: 20 }])
})

test('when another service asks then it gets the settings and the versions of the texts', async () => {
  await seedTexts(fixture)
  await change({ addressCap: 3 })
  const { shop, texts } = await fixture.internal.get('/internal/shop', internalShop)
  expect(shop).toEqual((await events()).at(-1))
  expect(texts.map(({ name, version }) => [name, version])).toEqual([
    ['terms', 1],
    ['privacy', 1],
    ['faq', 1],
  ])
})
