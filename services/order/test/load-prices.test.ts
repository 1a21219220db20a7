import { type InternalClient, unavailable } from '@prankpost/service-kit'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, expect, test } from 'vitest'
import { loadPrices } from '../src/use-cases/load-prices.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

test('when catalog is unavailable at the start then loading the prices is retried until it succeeds', async () => {
  const prankId = newId()
  const prank = {
    prankId,
    name: 'Dirty Sock',
    description: 'Worn once.',
    priceCents: 799,
    tier: 'Standard',
    image: 'sock',
    onSale: true,
    revision: 3,
    ...{ left: 5, contents: 'One sock.', allergens: 'Wool.' },
  }
  let calls = 0
  const catalog = {
    get: async (_path, schema) => {
      calls += 1
      if (calls < 4) throw unavailable()
      return schema.parse([prank])
    },
  } as InternalClient
  await loadPrices({ ...fixture.deps, catalog }, { retryEveryMs: 10 })
  expect(calls).toBe(4)
  expect(await fixture.deps.prices.findById(prankId).lean()).toMatchObject({ priceCents: 799, revision: 3 })
})
