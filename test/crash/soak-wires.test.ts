import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { afterEach, describe, expect, test } from 'vitest'
import { createRandom } from '../../bench/random.ts'
import { createDeck } from '../../soak/chaos/victims.ts'
import { openWire, type Wire } from '../../soak/wires/wire.ts'
import { createWiring } from '../../soak/wires/wiring.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

/** Opens an echo server with a wire in front of it. */
async function echoBehindWire(address: { path: string } | { port: number; host: string }): Promise<Wire> {
  const echo = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.pipe(socket)
  })
  echo.listen(address)
  await once(echo, 'listening')
  opened.push({ close: () => echo.close() })
  const { port } = 'path' in address ? { port: 0 } : (echo.address() as net.AddressInfo)
  const wire = await openWire('caller to echo', 'path' in address ? address : { ...address, port })
  opened.push(wire)
  return wire
}

const onTcp = () => echoBehindWire({ port: 0, host: '127.0.0.1' })

/** Connects to the echo server. `ended` resolves when the connection is closed, with its error if there was one. */
async function call({ port }: Wire) {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  const ended = new Promise<NodeJS.ErrnoException | null>((resolve) => {
    socket.on('error', resolve)
    socket.on('close', () => resolve(null))
  })
  await once(socket, 'connect')
  return {
    ended,
    socket,
    /** Resolves to the echo and the time it took. */
    async say(text: string) {
      const began = performance.now()
      socket.write(text)
      const [heard] = (await once(socket, 'data')) as [Buffer]
      return { heard: heard.toString(), ms: performance.now() - began }
    },
  }
}

describe('a wire', () => {
  test('when it is clear then it forwards everything, and the end of the connection', async () => {
    const wire = await onTcp()
    const { say, socket, ended } = await call(wire)
    expect((await say('hello')).heard).toBe('hello')
    expect(wire.connections()).toBe(1)
    socket.end()
    expect(await ended).toBeNull()
  })

  test('when it leads to a Unix socket then it also forwards everything', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'wire-'))
    opened.push({ close: () => rm(folder, { recursive: true }) })
    const wire = await echoBehindWire({ path: path.join(folder, 'echo.sock') })
    const { say, ended } = await call(wire)
    expect((await say('hello')).heard).toBe('hello')
    wire.setCondition({ kind: 'cut' })
    expect((await ended)?.code).toBe('ECONNRESET')
  })

  test('when it is cut then existing and new connections are reset until it is clear again', async () => {
    const wire = await onTcp()
    const { say, ended } = await call(wire)
    await say('hello')
    wire.setCondition({ kind: 'cut' })
    expect((await ended)?.code).toBe('ECONNRESET')
    const refused = await call(wire).then(
      ({ ended: end }) => end,
      (error) => error,
    )
    expect(refused?.code).toBe('ECONNRESET')
    wire.setCondition({ kind: 'clear' })
    expect((await (await call(wire)).say('again')).heard).toBe('again')
  })

  test('when it is slow or narrow then it forwards everything later', async () => {
    const wire = await onTcp()
    const { say } = await call(wire)
    wire.setCondition({ kind: 'slow', delayMs: 60 })
    const slow = await say('one way and back')
    expect(slow.heard).toBe('one way and back')
    expect(slow.ms).toBeGreaterThanOrEqual(115)
    wire.setCondition({ kind: 'narrow', bytesPerSecond: 1_000 })
    expect((await say('x'.repeat(100))).ms).toBeGreaterThanOrEqual(190)
  })

  test('when it is silent then it forwards nothing and notifies neither side, and resets the connection at the end', async () => {
    const wire = await onTcp()
    const { say, socket, ended } = await call(wire)
    await say('hello')
    wire.setCondition({ kind: 'silent' })
    const late = await call(wire)
    let heard = 0
    for (const one of [socket, late.socket]) {
      one.on('data', () => heard++)
      one.write('hello')
    }
    await sleep(150)
    expect([heard, socket.readyState, late.socket.readyState]).toEqual([0, 'open', 'open'])
    wire.setCondition({ kind: 'clear' })
    expect((await ended)?.code).toBe('ECONNRESET')
    expect((await late.ended)?.code).toBe('ECONNRESET')
    expect(heard).toBe(0)
  })
})

describe('the wiring of a stack', () => {
  test('when a process is started then wires lead to every server that it calls, and the rest of each address is kept', async () => {
    const wiring = createWiring()
    opened.push(wiring)
    const service = await wiring.rewire({
      name: 'payment',
      replica: 1,
      env: {
        MONGODB_URI: 'mongodb://%2Ftmp%2Fsome%2Fmongodb.sock/?directConnection=true',
        AMQP_URL: 'amqp://payment:secret@127.0.0.1:5672',
        STRIPE_API_BASE: 'http://127.0.0.1:8090',
        CONTACT_URL: 'http://127.0.0.1:4001',
        PUBLIC_URL: 'http://127.0.0.1:8080',
      },
    })
    const [mongodb, broker, stripe] = wiring.wires.map(({ port }) => port)
    expect(service).toEqual({
      MONGODB_URI: `mongodb://127.0.0.1:${mongodb}/?directConnection=true`,
      AMQP_URL: `amqp://payment:secret@127.0.0.1:${broker}`,
      STRIPE_API_BASE: `http://127.0.0.1:${stripe}`,
      CONTACT_URL: 'http://127.0.0.1:4001',
      PUBLIC_URL: 'http://127.0.0.1:8080',
    })
    expect(wiring.wires.map(({ name }) => name)).toEqual([
      'payment-2 to mongodb',
      'payment-2 to broker',
      'payment-2 to stripe',
    ])
  })

  test('when the gateway is started then a wire leads to each replica, and none to its own address', async () => {
    const wiring = createWiring()
    opened.push(wiring)
    const gateway = await wiring.rewire({
      name: 'gateway',
      replica: 0,
      env: {
        SUBSCRIPTION_LOGS_URL: 'http://127.0.0.1:4001,http://127.0.0.1:4002',
        PUBLIC_URL: 'http://127.0.0.1:1',
      },
    })
    expect(wiring.wires.map(({ name }) => name)).toEqual(Array(2).fill('gateway to subscription-logs'))
    const ports = wiring.wires.map(({ port }) => `http://127.0.0.1:${port}`)
    expect(gateway.SUBSCRIPTION_LOGS_URL?.split(',').sort()).toEqual(ports.sort())
    expect(gateway.PUBLIC_URL).toBe('http://127.0.0.1:1')
  })
})

test('when victims are selected then each round has one of each name, the engines far apart, and never the sandbox', () => {
  const names = ['mongodb', 'broker', 'sandbox', 'gateway', 'auth', 'order', 'payment', 'contact', 'catalog']
  const all = [...names, 'order', 'payment']
  const processes = all.map((name, n) => ({
    spec: { name, replica: Number(n >= names.length) },
  })) as Stack['processes']
  const next = createDeck({ processes }, createRandom(5))
  const victims = Array.from({ length: 80 }, () => next().spec)
  const selected = victims.map(({ name }) => name)
  const orders = victims.filter(({ name }) => name === 'order').map(({ replica }) => replica)
  expect(new Set(orders)).toEqual(new Set([0, 1]))
  for (let round = 0; round < 10; round++) {
    const names = selected.slice(8 * round, 8 * round + 8)
    expect(names.toSorted()).toEqual(
      ['auth', 'broker', 'catalog', 'contact', 'gateway', 'mongodb', 'order', 'payment'].toSorted(),
    )
  }
  for (const engine of ['mongodb', 'broker']) {
    const positions = selected.flatMap((name, n) => (name === engine ? [n] : []))
    expect(positions.slice(1).map((position, n) => position - (positions[n] ?? 0))).toEqual(Array(9).fill(8))
  }
})
