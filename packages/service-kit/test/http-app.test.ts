import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forbidden, tooMany, unauthorized } from '../src/errors.ts'
import { createHttpApp } from '../src/http/http-app.ts'
import { closeServer } from '../src/http/serve.ts'

const lines: Record<string, unknown>[] = []
const output = new PassThrough().on('data', (line) => void lines.push(JSON.parse(String(line))))
const app = createHttpApp({
  log: pino(output),
  publicUrl: 'http://store.test',
  isReady: async () => true,
  mount(app) {
    app.all('/ok', (_req, res) => {
      res.locals.userId = 'customer-1'
      res.json({})
    })
    app.all('/unknown', () => {
      throw unauthorized()
    })
    app.all('/foreign', () => {
      throw forbidden('no')
    })
    app.all('/often', () => {
      throw tooMany('no', 60)
    })
    app.all('/broken', () => {
      throw new Error('broken')
    })
  },
})
let server: ReturnType<typeof app.listen>
beforeAll(async () => {
  server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => closeServer(server))

/** Makes one call and returns its log line. */
async function lineOf(method: string, path: string) {
  lines.length = 0
  const { port } = server.address() as AddressInfo
  await (await fetch(`http://127.0.0.1:${port}${path}?secret=1`, { method })).text()
  for (;;) {
    const line = lines.find(({ res }) => res !== undefined)
    if (line !== undefined) return line
    await new Promise(setImmediate)
  }
}
const level = { info: 30, warn: 40, error: 50 }

describe('the log line of a request', () => {
  test('when the customer is known then it contains their id, and never the query', async () => {
    const line = await lineOf('POST', '/ok')
    expect(line).toMatchObject({ level: level.info, userId: 'customer-1', req: { path: '/ok' } })
    expect(JSON.stringify(line)).not.toContain('secret')
  })

  test.each([
    ['GET', '/unknown', 'info'],
    ['POST', '/unknown', 'warn'],
    ['GET', '/foreign', 'warn'],
    ['GET', '/often', 'warn'],
    ['GET', '/nowhere', 'info'],
    ['GET', '/broken', 'error'],
  ] as const)('when %s %s is answered then its level is %s', async (method, path, name) => {
    expect((await lineOf(method, path)).level).toBe(level[name])
  })
})
