import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttpApp } from '../src/http/http-app.ts'
import { mountRoutes, on } from '../src/http/routes.ts'
import { createLogger } from '../src/ops/log.ts'
import { newCustomer, serveForTest, testKeys, testPublicUrl } from '../src/testing/index.ts'

/** Files that are being made, each until the test lets it end. */
const making: (() => void)[] = []
let most = 0
const make = async ({ res }: { res: { end(text: string): unknown } }) => {
  await new Promise<void>((resolve) => {
    making.push(resolve)
    most = Math.max(most, making.length)
  })
  res.end('a file')
}
const serve = () =>
  serveForTest(
    createHttpApp({
      log: createLogger('support', 'silent'),
      publicUrl: testPublicUrl,
      isReady: async () => true,
      mount: (app) =>
        mountRoutes(
          app,
          [
            on('GET /api/auth/data-export/file', make),
            on('GET /api/admin/orders/export', make),
            on('GET /api/pranks', () => []),
          ],
          {
            sessionPublicKey: testKeys.public,
            publicUrl: testPublicUrl,
            endedSessions: { hasEnded: async () => false },
            adminCheck: async () => undefined,
            audit: {
              service: 'support',
              begin: async () => async () => undefined,
            } as unknown as Parameters<typeof mountRoutes>[2]['audit'],
          },
        ),
    }),
  )
const server = await serve()
afterAll(() => server.close())
beforeEach(() => {
  most = 0
})

const customers = Array.from({ length: 12 }, () => newCustomer())
const ask = (as = customers[0]) => server.call('GET', '/api/auth/data-export/file', { as })
const until = async (holds: () => boolean) => {
  const end = Date.now() + 10_000
  while (!holds()) {
    if (Date.now() > end) throw new Error(`did not happen in time: ${holds}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
/** Lets each file end as it begins, until all calls are answered. */
async function finish<T>(calls: Promise<T>[]): Promise<T[]> {
  let isDone = false
  const answers = Promise.all(calls).finally(() => {
    isDone = true
  })
  await until(() => {
    making.splice(0).map((end) => end())
    return isDone
  })
  return answers
}

describe('files', () => {
  test('when twelve customers ask at once then two are made, eight wait, the others try again, and other calls go on', async () => {
    const calls = customers.map(ask)
    const refused = await Promise.all([Promise.race(calls)])
    expect(refused[0]).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
    await until(() => making.length === 2)
    expect((await server.call('GET', '/api/pranks')).status).toBe(200)
    const statuses = (await finish(calls)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    expect(most).toBe(2)
  })

  test('when a customer asks again while a file is being sent then it is a 429, and afterwards it is sent', async () => {
    const first = ask()
    await until(() => making.length === 1)
    const again = await ask()
    expect([again.status, again.body.message]).toEqual([
      429,
      'Your file is being sent already. Please wait until that download has ended.',
    ])
    await finish([first])
    expect((await finish([ask()])).map(({ status }) => status)).toEqual([200])
  })

  test('when the operator asks for several then they wait for each other', async () => {
    const calls = Array.from({ length: 5 }, () => server.call('GET', '/api/admin/orders/export'))
    expect((await finish(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(most).toBe(2)
  })

  test('when a caller leaves while waiting then the place goes on to the next', async () => {
    const calls = customers.slice(0, 2).map(ask)
    await until(() => making.length === 2)
    const leaving = new AbortController()
    const left = fetch(`${server.url}/api/admin/orders/export`, { signal: leaving.signal })
    leaving.abort()
    await expect(left).rejects.toThrow()
    expect((await finish([...calls, ask(customers[3])])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(most).toBe(2)
  })
})
