import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, startCuttable, startGateway, startUpstream } from './fixture.ts'

afterAll(closeAll)

describe('replicas', () => {
  test('when one is on a host that is cut off then its calls go on to the others, and only the first waits for about a second', async () => {
    const [cut, well] = [await startCuttable(), await startUpstream('well')]
    await cut.cutOff()
    const gateway = await startGateway({ auth: [cut.url, well.url] })
    const startedAt = Date.now()
    for (let i = 0; i < 6; i++) {
      expect((await gateway.call('POST', '/api/auth/login', { body: '{}' })).status).toBe(200)
    }
    const tookMs = Date.now() - startedAt
    expect([tookMs > 900, tookMs < 2_000]).toEqual([true, true])
  })

  test.each([
    ['a read', 'GET', '/api/auth/user', 200],
    ['a write, which it may have done,', 'POST', '/api/auth/logout', 503],
  ])(
    'when one is cut off while it has %s then %s %s is a %d within seconds',
    async (_, method, path, status) => {
      const [cut, well] = [await startCuttable(), await startUpstream('well')]
      const gateway = await startGateway({ auth: [cut.url, well.url] }, { timeoutMs: 20_000 })
      // It has a kept connection to each now.
      expect((await gateway.call(method, path)).body.name).toBe('cut')
      expect((await gateway.call(method, path)).body.name).toBe('well')
      await cut.cutOff()
      const startedAt = Date.now()
      expect((await gateway.call(method, path)).status).toBe(status)
      expect(Date.now() - startedAt).toBeLessThan(5_000)
      expect((await gateway.call(method, path)).status).toBe(200)
    },
  )
})
