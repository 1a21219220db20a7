import { EventEmitter } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { guardDatabase } from '../src/data/database-guard.ts'
import { createHttpApp } from '../src/http/http-app.ts'
import { createLogger } from '../src/ops/log.ts'
import { serveForTest, testPublicUrl } from '../src/testing/index.ts'

/** The heartbeat events of a `MongoClient`; test/crash/backpressure.timed.test.ts uses a real server. */
const driver = new EventEmitter()
const primary = 'one:27017'
const started = (connectionId = primary) => driver.emit('serverHeartbeatStarted', { connectionId })
const succeeded = (connectionId = primary, isWritablePrimary = true) =>
  driver.emit('serverHeartbeatSucceeded', { connectionId, reply: { isWritablePrimary } })
const failed = (connectionId = primary) =>
  driver.emit('serverHeartbeatFailed', { connectionId, failure: new Error('ECONNREFUSED') })

let late: PromiseWithResolvers<unknown>
let begun: PromiseWithResolvers<void>
const log = createLogger('order', 'silent')
const app = createHttpApp({
  log,
  publicUrl: testPublicUrl,
  isReady: async () => true,
  mount(routes) {
    routes.get('/quick', (_req, res) => void res.json({ ok: true }))
    routes.get('/slow', async (_req, res) => {
      begun.resolve()
      const answer = await late.promise
      if (!res.headersSent) res.json(answer)
    })
  },
})
guardDatabase(app, { getClient: () => driver } as unknown as Connection, log)
const server = await serveForTest(app)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(async () => {
  agent.destroy()
  await server.close()
})

/** Calls over the single kept connection; returns the status and the connection's local port. */
function call(path: string): Promise<{ status: number; port: number | undefined }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(server.url + path, { agent }, (res) => {
      const port = res.socket.localPort
      res.resume().on('end', () => resolve({ status: res.statusCode ?? 0, port }))
    })
    outgoing.on('error', reject).end()
  })
}
const status = async (path: string) => (await call(path)).status

beforeEach(() => {
  late = Promise.withResolvers()
  begun = Promise.withResolvers()
  started()
  succeeded()
})

describe('while the database is unavailable', () => {
  test('when its server is down then calls are refused at once, except health and metrics, until it answers', async () => {
    expect(await status('/quick')).toBe(200)
    failed()
    expect(await status('/quick')).toBe(503)
    expect(await status('/healthz')).toBe(200)
    expect(await status('/metrics')).toBe(200)
    failed()
    expect(await status('/quick')).toBe(503)
    succeeded()
    expect(await status('/quick')).toBe(200)
  })

  test('when its server hangs then running calls are answered within 2.5 seconds, and a late answer has no effect', async () => {
    const { port } = await call('/quick')
    const start = Date.now()
    started()
    const waiting = call('/slow')
    await begun.promise
    expect(await waiting).toEqual({ status: 503, port })
    expect(Date.now() - start).toBeGreaterThanOrEqual(1_900)
    late.resolve({ ok: true })
    succeeded()
    await sleep(20)
    expect(await call('/quick')).toEqual({ status: 200, port })
  })

  test('when a running call fails after its response was sent then the connection still serves the next call', async () => {
    const { port } = await call('/quick')
    started()
    const waiting = call('/slow')
    await begun.promise
    expect((await waiting).status).toBe(503)
    late.reject(new Error('interrupted'))
    succeeded()
    await sleep(20)
    expect(await call('/quick')).toEqual({ status: 200, port })
  })

  test('when a heartbeat is slow but answered then calls are not refused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    started()
    vi.advanceTimersByTime(1_500)
    succeeded()
    vi.advanceTimersByTime(600)
    vi.useRealTimers()
    expect(await status('/quick')).toBe(200)
  })
})

test('when the host stood still for seconds, then the server gets time to answer', async () => {
  started()
  const waiting = call('/slow')
  await begun.promise
  const end = Date.now() + 2_200
  while (Date.now() < end);
  await sleep(100)
  succeeded()
  late.resolve({ ok: true })
  expect((await waiting).status).toBe(200)
})

describe('several servers', () => {
  const secondary = 'two:27017'

  test('when a secondary is down then calls are not refused', async () => {
    succeeded(secondary, false)
    failed(secondary)
    expect(await status('/quick')).toBe(200)
  })

  test('when the primary is down then calls are refused until there is a new primary', async () => {
    succeeded(secondary, false)
    failed()
    expect(await status('/quick')).toBe(503)
    succeeded(secondary, true)
    expect(await status('/quick')).toBe(200)
    failed(secondary)
    expect(await status('/quick')).toBe(503)
  })

  test('when the primary steps down then calls are refused', async () => {
    succeeded(primary, false)
    expect(await status('/quick')).toBe(503)
  })
})
