import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { afterEach, describe, expect, test } from 'vitest'
import { createRandom } from '../../bench/proof/random.ts'
import { createDeck } from '../../soak/chaos/victims.ts'
import { openWire, type Wire } from '../../soak/wires/wire.ts'
import { createWiring } from '../../soak/wires/wiring.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

/** Somebody who says again what they hear, at the end of a wire. */
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

/** A caller of the echo. `ended` resolves when the connection is gone, with its error if there was one. */
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
    /** Resolves to what comes back, and how long it took. */
    async say(words: string) {
      const began = performance.now()
      socket.write(words)
      const [heard] = (await once(socket, 'data')) as [Buffer]
      return { heard: heard.toString(), ms: performance.now() - began }
    },
  }
}

describe('a wire', () => {
  test('when it is clear then everything comes through, and the end, too', async () => {
    const wire = await onTcp()
    const { say, socket, ended } = await call(wire)
    expect((await say('hello')).heard).toBe('hello')
    expect(wire.connections()).toBe(1)
    socket.end()
    expect(await ended).toBeNull()
  })

  test('when it leads to a Unix socket then it carries as well', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'wire-'))
    opened.push({ close: () => rm(folder, { recursive: true }) })
    const wire = await echoBehindWire({ path: path.join(folder, 'echo.sock') })
    const { say, ended } = await call(wire)
    expect((await say('hello')).heard).toBe('hello')
    wire.become({ kind: 'cut' })
    expect((await ended)?.code).toBe('ECONNRESET')
  })

  test('when it is cut then who is connected is reset, and so is who comes, until it is clear again', async () => {
    const wire = await onTcp()
    const { say, ended } = await call(wire)
    await say('hello')
    wire.become({ kind: 'cut' })
    expect((await ended)?.code).toBe('ECONNRESET')
    const comes = await call(wire).then(
      ({ ended: end }) => end,
      (error) => error,
    )
    expect(comes?.code).toBe('ECONNRESET')
    wire.become({ kind: 'clear' })
    expect((await (await call(wire)).say('again')).heard).toBe('again')
  })

  test('when it is slow or narrow then everything comes through, later', async () => {
    const wire = await onTcp()
    const { say } = await call(wire)
    wire.become({ kind: 'slow', delayMs: 60 })
    const slow = await say('one way and back')
    expect(slow.heard).toBe('one way and back')
    expect(slow.ms).toBeGreaterThanOrEqual(115)
    wire.become({ kind: 'narrow', bytesPerSecond: 1_000 })
    expect((await say('x'.repeat(100))).ms).toBeGreaterThanOrEqual(190)
  })

  test('when it is silent then nothing comes, nobody is told, and at its end the connection is reset', async () => {
    const wire = await onTcp()
    const { say, socket, ended } = await call(wire)
    await say('hello')
    wire.become({ kind: 'silent' })
    const late = await call(wire)
    let heard = 0
    for (const one of [socket, late.socket]) {
      one.on('data', () => heard++)
      one.write('is anybody there')
    }
    await sleep(150)
    expect([heard, socket.readyState, late.socket.readyState]).toEqual([0, 'open', 'open'])
    wire.become({ kind: 'clear' })
    expect((await ended)?.code).toBe('ECONNRESET')
    expect((await late.ended)?.code).toBe('ECONNRESET')
    expect(heard).toBe(0)
  })
})

describe('the wiring of a stack', () => {
  test('when a process is started then wires lead to all that it calls, and keep the rest of the address', async () => {
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

  test('when the gateway is started then there is a wire to each replica, and none for its own address', async () => {
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

test('when victims are dealt then one of each name comes a round, the engines far apart, the sandbox never', () => {
  const names = ['mongodb', 'broker', 'sandbox', 'gateway', 'auth', 'order', 'payment', 'contact', 'catalog']
  const all = [...names, 'order', 'payment']
  const processes = all.map((name, n) => ({
    spec: { name, replica: Number(n >= names.length) },
  })) as Stack['processes']
  const next = createDeck({ processes }, createRandom(5))
  const victims = Array.from({ length: 80 }, () => next().spec)
  const dealt = victims.map(({ name }) => name)
  const orders = victims.filter(({ name }) => name === 'order').map(({ replica }) => replica)
  expect(new Set(orders)).toEqual(new Set([0, 1]))
  for (let round = 0; round < 10; round++) {
    const names = dealt.slice(8 * round, 8 * round + 8)
    expect(names.toSorted()).toEqual(
      ['auth', 'broker', 'catalog', 'contact', 'gateway', 'mongodb', 'order', 'payment'].toSorted(),
    )
  }
  for (const engine of ['mongodb', 'broker']) {
    const turns = dealt.flatMap((name, n) => (name === engine ? [n] : []))
    expect(turns.slice(1).map((turn, n) => turn - (turns[n] ?? 0))).toEqual(Array(9).fill(8))
  }
})
