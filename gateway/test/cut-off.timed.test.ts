import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, startCuttable, startGateway, startUpstream } from './fixture.ts'

afterAll(closeAll)

describe('replicas', () => {
  test('when the host of one is unreachable then its calls go to the others, and only the first waits for about a second', async () => {
    const [cut, healthy] = [await startCuttable(), await startUpstream('well')]
    await cut.cutOff()
    const gateway = await startGateway({ auth: [cut.url, healthy.url] })
    const startedAt = Date.now()
    for (let i = 0; i < 6; i++) {
      expect((await gateway.call('POST', '/api/auth/login', { body: '{}' })).status).toBe(200)
    }
    const tookMs = Date.now() - startedAt
    // If each call to the cut one waited, three would: 3 s.
    expect([tookMs > 900, tookMs < 2_800]).toEqual([true, true])
  })

  test.each([
    ['a read', 'GET', '/api/auth/user', 200],
    ['a write, which it may have executed,', 'POST', '/api/auth/logout', 503],
  ])(
    'when the host of one becomes unreachable during %s then %s %s is a %d within seconds',
    async (_, method, path, status) => {
      const [cut, healthy] = [await startCuttable(), await startUpstream('well')]
      const gateway = await startGateway({ auth: [cut.url, healthy.url] }, { timeoutMs: 20_000 })
      // The gateway now has an open connection to each.
      expect((await gateway.call(method, path)).body.name).toBe('cut')
      expect((await gateway.call(method, path)).body.name).toBe('well')
      await cut.cutOff()
      const startedAt = Date.now()
      expect((await gateway.call(method, path)).status).toBe(status)
      // About 2.5 s; without the check of open connections the whole timeout of 20 s.
      expect(Date.now() - startedAt).toBeLessThan(12_000)
      expect((await gateway.call(method, path)).status).toBe(200)
    },
  )
})
