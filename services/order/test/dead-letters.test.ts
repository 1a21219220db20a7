import { afterAll, describe, expect, test } from 'vitest'
import { adminPassword, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const path = '/api/admin/dead-letters/order'

describe('dead letters', () => {
  test('when the operator requests the list then it is returned, and there is nothing to replay', async () => {
    const headers = { 'x-admin-password': adminPassword }
    expect((await fixture.call('GET', path, { headers })).body).toEqual({ items: [], total: 0 })
    const replay = await fixture.call('POST', `${path}/replay`, { headers, body: {} })
    expect([replay.status, replay.body]).toEqual([200, { replayed: 0 }])
  })

  test('when the password is wrong then it is a 401', async () => {
    const headers = { 'x-admin-password': 'guess' }
    expect((await fixture.call('GET', path, { headers })).status).toBe(401)
    expect((await fixture.call('POST', `${path}/replay`, { headers, body: {} })).status).toBe(401)
  })
})
