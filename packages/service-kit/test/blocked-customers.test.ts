import { testNamespace } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { createBlockedCustomers } from '../src/auth/blocked-customers.ts'
import { connectDatabase, ensureIndexes } from '../src/data/database.ts'
import { on } from '../src/http/routes.ts'
import { cookieOf, newCustomer, serveRoutes, testPublicUrl } from '../src/testing/index.ts'

const space = testNamespace()
const database = { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix }
const connection = await connectDatabase('subscription', database)
const blocked = createBlockedCustomers(connection)
await ensureIndexes(connection)
const server = await serveRoutes(
  [
    on('GET /api/subscriptions', () => []),
    on('POST /api/create-subscription-checkout', () => ({ sessionId: 'cs_1', url: testPublicUrl })),
  ],
  { endedSessions: { hasEnded: async () => false }, blockedCustomers: blocked },
)
afterAll(async () => {
  await server.close()
  await connection.close()
  await space.drop()
})

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

describe('a blocked customer', () => {
  const user = newCustomer()
  const change = (isBlocked: boolean, changedAt: string) =>
    blocked.handlers['customer-block-changed']({ data: { ownerId: user.id, isBlocked, changedAt } } as never)
  const statuses = async () => {
    const headers = { cookie: cookieOf(user) }
    const body = { prankCount: 1 }
    const checkout = await server.call('POST', '/api/create-subscription-checkout', { headers, body })
    return [checkout.status, (await server.call('GET', '/api/subscriptions', { headers })).status]
  }

  test('when the events arrive twice and late then the newest counts: no new plan, and reads continue', async () => {
    expect(await statuses()).toEqual([200, 200])
    await Promise.all([change(true, at(1)), change(true, at(1))])
    expect(await statuses()).toEqual([403, 200])
    await change(false, at(2))
    await change(true, at(1))
    expect(await statuses()).toEqual([200, 200])
  })
})
