import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { until } from '@prankpost/test-harness'
import { afterAll, describe, expect, test } from 'vitest'
import { createReplicas } from '../src/http/replicas.ts'
import { startCuttableServer } from '../src/testing/cut-off.ts'

const ends: (() => unknown)[] = []
afterAll(() => {
  for (const end of ends) end()
})

/** Starts a replica that answers with its name or, after `hang`, accepts requests and does not respond. */
async function startReplica(name: string) {
  const sockets = new Set<Socket>()
  const waiting: Socket[] = []
  let hangs = false
  const answer = (socket: Socket) =>
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${name.length}\r\n\r\n${name}`)
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('data', () => (hangs ? waiting.push(socket) : answer(socket)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    hang() {
      hangs = true
    },
    connections: () => [...sockets].filter((socket) => !socket.closed).length,
    /** The number of calls without a response. */
    waiting: () => waiting.length,
    answer: () => waiting.map(answer),
    stopListening: () => void server.close(),
  }
}

async function startCuttable() {
  const server = await startCuttableServer()
  ends.push(server.end)
  return server
}

function callerOf(...urls: string[]) {
  const replicas = createReplicas(urls)
  ends.push(() => replicas.close())
  const call = async (base = replicas.next()) => {
    const startedAt = Date.now()
    const signal = AbortSignal.timeout(10_000)
    const { body } = await replicas.send(base, { method: 'POST', path: '/', body: '{}', signal })
    return { name: await body.text(), tookMs: Date.now() - startedAt }
  }
  return { ...replicas, call }
}

describe('a replica on a host that is cut off', () => {
  test('when it is next then its call is sent to another replica after a second, and further calls do not wait', async () => {
    const [cut, well] = [await startCuttable(), await startReplica('well')]
    await cut.cutOff()
    const { call, next } = callerOf(cut.url, well.url)
    const first = await call(cut.url)
    expect(first.name).toBe('well')
    // If it only waited, the call would end after the 10 s of its signal.
    expect([first.tookMs >= 950, first.tookMs < 5_000]).toEqual([true, true])
    expect([next(), next(), next()]).toEqual([well.url, well.url, well.url])
    // A call that tries the cut one again takes a second.
    expect((await call()).tookMs).toBeLessThan(900)
  })

  test('when it has a call over a kept connection then that call fails within seconds, and no further calls are sent there', async () => {
    const [cut, well] = [await startCuttable(), await startReplica('well')]
    const { call, next } = callerOf(cut.url, well.url)
    await call(cut.url)
    await cut.cutOff()
    const startedAt = Date.now()
    await expect(call(cut.url)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
    const tookMs = Date.now() - startedAt
    // If it only waited, it would fail after the 10 s of its signal.
    expect([tookMs >= 2_400, tookMs < 9_000]).toEqual([true, true])
    expect([next(), next()]).toEqual([well.url, well.url])
  })

  test('when it is only slow then its call is not ended', async () => {
    const slow = await startReplica('slow')
    const { call } = callerOf(slow.url)
    await call()
    slow.hang()
    const answer = call().catch(() => 'failed')
    expect(await Promise.race([answer, new Promise((ok) => setTimeout(ok, 2_500, 'waits'))])).toBe('waits')
  })
})

describe('a replica that stops', () => {
  test('when it accepts no more connections then the call that it has is completed, and no further calls are sent there', async () => {
    const [stopping, other] = [await startReplica('stopping'), await startReplica('other')]
    const { call, next } = callerOf(stopping.url, other.url)
    stopping.hang()
    const answer = call(stopping.url)
    await until(() => stopping.waiting() === 1)
    stopping.stopListening()
    await until(() => next() === other.url && next() === other.url)
    await new Promise((ok) => setTimeout(ok, 1_500))
    stopping.answer()
    expect((await answer).name).toBe('stopping')
  })
})

describe('a replica that announces that it stops', () => {
  test('when there are idle connections to it then the caller closes them, but not the one with a running call', async () => {
    const [stopping, other] = [await startReplica('stopping'), await startReplica('other')]
    const { call, pause } = callerOf(stopping.url, other.url)
    await Promise.all([call(stopping.url), call(stopping.url), call(stopping.url), call(other.url)])
    stopping.hang()
    const answer = call(stopping.url)
    await until(() => stopping.waiting() === 1)
    expect([stopping.connections(), other.connections()]).toEqual([3, 1])
    pause(stopping.url)
    await until(() => stopping.connections() === 1)
    stopping.answer()
    expect([(await answer).name, other.connections()]).toEqual(['stopping', 1])
  })
})

describe('replicas', () => {
  test('when one was just tried then another one is next, even if other calls are made in between', () => {
    const { next } = createReplicas(['http://a', 'http://b'])
    for (let n = 0; n < 4; n++) expect(next('http://a')).toBe('http://b')
    expect(createReplicas(['http://a']).next('http://a')).toBe('http://a')
  })

  test('when all of them are paused then they are still tried', () => {
    const { next, pause } = createReplicas(['http://a', 'http://b'])
    pause('http://a')
    expect([next(), next()]).toEqual(['http://b', 'http://b'])
    pause('http://b')
    expect([next(), next()].sort()).toEqual(['http://a', 'http://b'])
  })
})
