import { until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditTrail } from '../src/auth/audit.ts'
import { sharedOperator } from '../src/auth/operator-check.ts'
import { on } from '../src/http/routes.ts'
import { newCustomer, serveRoutes } from '../src/testing/index.ts'

/** The files that are being created. Each ends when the test calls its function. */
const inProgress: (() => void)[] = []
let maxInProgress = 0
const make = async ({ res }: { res: { end(text: string): unknown } }) => {
  await new Promise<void>((resolve) => {
    inProgress.push(resolve)
    maxInProgress = Math.max(maxInProgress, inProgress.length)
  })
  res.end('a file')
}
const serve = () =>
  serveRoutes(
    [
      on('GET /api/auth/data-export/file', make),
      on('GET /api/admin/orders/export', make),
      on('GET /api/pranks', () => []),
    ],
    {
      endedSessions: { hasEnded: async () => false },
      operatorCheck: async () => sharedOperator,
      audit: { service: 'support', begin: async () => async () => undefined } as unknown as AuditTrail,
    },
  )
const server = await serve()
afterAll(() => server.close())
beforeEach(() => {
  maxInProgress = 0
})

const customers = Array.from({ length: 12 }, () => newCustomer())
const ask = (as = customers[0]) => server.call('GET', '/api/auth/data-export/file', { as })
/** Ends each file as soon as it begins, until all calls are answered. */
async function finish<T>(calls: Promise<T>[]): Promise<T[]> {
  let isDone = false
  const answers = Promise.all(calls).finally(() => {
    isDone = true
  })
  await until(() => {
    inProgress.splice(0).map((end) => end())
    return isDone
  })
  return answers
}

describe('files', () => {
  test('when twelve customers request one at once then two are created, eight wait, two get 429, and other calls are served', async () => {
    const calls = customers.map(ask)
    const refused = await Promise.all([Promise.race(calls)])
    expect(refused[0]).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
    await until(() => inProgress.length === 2)
    expect((await server.call('GET', '/api/pranks')).status).toBe(200)
    const statuses = (await finish(calls)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    expect(maxInProgress).toBe(2)
  })

  test('when a customer requests a second file while one is being sent then it is a 429, and afterwards it is sent', async () => {
    const first = ask()
    await until(() => inProgress.length === 1)
    const again = await ask()
    expect([again.status, again.body.message]).toEqual([
      429,
      'Your file is being sent already. Please wait until that download has ended.',
    ])
    await finish([first])
    expect((await finish([ask()])).map(({ status }) => status)).toEqual([200])
  })

  test('when the operator requests several then at most two are created at once', async () => {
    const calls = Array.from({ length: 5 }, () => server.call('GET', '/api/admin/orders/export'))
    expect((await finish(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(maxInProgress).toBe(2)
  })

  test('when a caller disconnects while waiting then the next one gets the place', async () => {
    const calls = customers.slice(0, 2).map(ask)
    await until(() => inProgress.length === 2)
    const leaving = new AbortController()
    const left = fetch(`${server.url}/api/admin/orders/export`, { signal: leaving.signal })
    leaving.abort()
    await expect(left).rejects.toThrow()
    expect((await finish([...calls, ask(customers[3])])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(maxInProgress).toBe(2)
  })
})
