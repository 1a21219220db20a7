import { afterAll, describe, expect, test } from '@jest/globals'
import { adminPassword, startRig } from './rig.ts'

const rig = await startRig()
afterAll(() => rig.close())

const path = '/api/admin/dead-letters/subscription'

describe('dead letters', () => {
  test('when the operator asks then the list answers, and there is nothing to replay', async () => {
    const headers = { 'x-admin-password': adminPassword }
    expect((await rig.call('GET', path, { headers })).body).toEqual({ items: [], total: 0 })
    const replay = await rig.call('POST', `${path}/replay`, { headers, body: {} })
    expect([replay.status, replay.body]).toEqual([200, { replayed: 0 }])
  })

  test('when the password is not known then it is a 401', async () => {
    const headers = { 'x-admin-password': 'guess' }
    expect((await rig.call('GET', path, { headers })).status).toBe(401)
    expect((await rig.call('POST', `${path}/replay`, { headers, body: {} })).status).toBe(401)
  })
})
