import { openRelay, testNamespace, until } from '@prankpost/test-harness'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { connectBroker } from '../src/broker.ts'
import { brokerAddresses } from '../src/broker-addresses.ts'
import { connectForTest } from '../src/testing.ts'
import { brokerNames } from '../src/topology.ts'
import { log } from './harness.ts'

const space = testNamespace()
const { amqpUrl: url, queuePrefix } = space
// The connections of these tests find their queues.
await (await connectForTest('achievement', { url, queuePrefix, log })).close()
const ends: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
  await space.drop()
})

/** Opens a relay to the test run's broker. Clients see it as a node of a cluster. */
async function openNode() {
  const relay = await openRelay(space.amqpUrl)
  ends.push(relay.close)
  return {
    url: relay.uri,
    connections: () => relay.connections.size,
    lose: relay.lose,
    die: relay.close,
    /** Behaves as if its host were cut off. */
    goSilent() {
      relay.mode = 'silent'
    },
    /** Behaves as during an alarm for memory or disk space: it says so, and reads nothing. */
    block() {
      for (const { from, to } of relay.connections) {
        from.unpipe(to)
        from.write(frameOf(blockedMethod, '\x09low on it'))
      }
    },
    unblock() {
      for (const { from, to } of relay.connections) {
        from.write(frameOf(unblockedMethod))
        from.pipe(to)
      }
    },
    /** Confirms nothing more on the open connections, as a queue without a majority of its nodes. */
    confirmNothing() {
      for (const { from, to } of relay.connections) {
        to.unpipe(from)
        to.on('data', (sent: Buffer) => void (sent.includes(basicAck) || from.write(sent))).resume()
      }
    },
    /** Reads nothing more from connections that publish, as during an alarm. */
    refusePublishers() {
      for (const { from, to } of relay.connections) {
        from.on('data', (sent: Buffer) => void (sent.includes(basicPublish) && from.unpipe(to)))
      }
    },
  }
}

/** Of AMQP's class basic, the methods publish and ack. */
const basicPublish = Buffer.from([0, 60, 0, 40])
const basicAck = Buffer.from([0, 60, 0, 80])

const [connectionClass, blockedMethod, unblockedMethod] = [10, 60, 61]

/** A method of AMQP's connection class, in a frame for the connection itself (AMQP 0-9-1, section 4.2.3). */
function frameOf(method: number, args = ''): Buffer {
  const payload = Buffer.from([0, connectionClass, 0, method, ...Buffer.from(args, 'latin1')])
  return Buffer.from([1, 0, 0, 0, 0, 0, payload.length, ...payload, 0xce])
}

async function connectTo(...urls: string[]) {
  const broker = await connectBroker({
    url: urls.join(', '),
    queuePrefix,
    clientName: 'nodes',
    log,
    declares: [],
    confirmTimeoutMs: 3_000,
  })
  ends.push(() => broker.close())
  return broker
}

const names = brokerNames(space.queuePrefix)
const dead = names.deadQueue(names.queue('achievement', 'contact-saved'))
type TestedBroker = Awaited<ReturnType<typeof connectTo>>

/** Publishes a message that is routed to exactly one queue. */
const publish = (broker: TestedBroker) =>
  broker.publish(names.dead('achievement'), dead, Buffer.from('{}'), { messageId: 'one' })
const published = async (broker: TestedBroker) =>
  (await broker.withChannel((channel) => channel.checkQueue(dead))).messageCount

describe('a broker that cannot be reached at the start', () => {
  test('when it is tried again and again then one warning says why, and it connects once the broker is up', async () => {
    const node = await openRelay(space.amqpUrl, 'refuse')
    ends.push(node.close)
    const lines: { msg: string; host: string; err: { message: string } }[] = []
    const written = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const connecting = connectBroker({
      url: node.uri,
      queuePrefix,
      clientName: 'late',
      log: written,
      declares: [],
    })
    await until(() => node.attempts >= 3)
    node.mode = 'forward'
    const broker = await connecting
    ends.push(() => broker.close())
    expect(broker.isReady()).toBe(true)
    const reached = { host: '127.0.0.1', msg: 'the broker cannot be reached; trying again' }
    expect(lines).toMatchObject([{ ...reached, err: { message: expect.any(String) } }])
  })
})

describe('the addresses of a broker', () => {
  test('when there are several then they are returned in order, starting with a random one', () => {
    const nodes = 'amqp://a:1,amqp://b:2, amqps://me:p%2Cw@c/shop?frameMax=8192'
    const { next } = brokerAddresses(nodes, 0.99)
    expect(next()).toMatchObject({
      ...{ protocol: 'amqps', hostname: 'c', port: undefined, username: 'me', password: 'p,w' },
      ...{ vhost: 'shop', frameMax: 8192 },
    })
    expect([next(), next(), next()].map(({ hostname }) => hostname)).toEqual(['a', 'b', 'c'])
    expect(brokerAddresses(nodes, 0).next().hostname).toBe('a')
  })

  test('when some of them are down then one that is running is found', async () => {
    const down = 'amqp://guest:guest@127.0.0.1:9'
    const node = await openNode()
    const broker = await connectTo(down, down, node.url, down)
    await publish(broker)
    expect(node.connections()).toBeGreaterThan(0)
  })

  test('when the node of the connection dies then the next one takes over', async () => {
    const { broker, used, other } = await connectToOneOfTwo()
    used.die()
    await until(() => !broker.isReady())
    const lostAt = Date.now()
    await until(() => broker.isReady())
    expect(Date.now() - lostAt).toBeLessThan(10_000)
    expect(other.connections()).toBeGreaterThan(0)
    await publish(broker)
  })

  test('when the next one does not answer, as if it were cut off, then it is skipped within seconds', async () => {
    const { broker, used, other } = await connectToOneOfTwo()
    other.goSilent()
    used.lose()
    await until(() => !broker.isReady())
    const lostAt = Date.now()
    await until(() => broker.isReady())
    const tookMs = Date.now() - lostAt
    expect([tookMs > 2_500, tookMs < 20_000]).toEqual([true, true])
    expect(used.connections()).toBeGreaterThan(0)
    await publish(broker)
  })
})

describe('a broker that is short of memory or disk space', () => {
  test('when it blocks the connection then nothing is published until it unblocks it, and no message waits in memory', async () => {
    const node = await openNode()
    const broker = await connectTo(node.url)
    const before = await published(broker)
    node.block()
    await until(() => !broker.isReady())
    const refusals = await Promise.allSettled(Array.from({ length: 100 }, () => publish(broker)))
    expect(new Set(refusals.map((one) => one.status === 'rejected' && one.reason.message))).toEqual(
      new Set(['the broker accepts no messages']),
    )
    node.unblock()
    await until(() => broker.isReady())
    await publish(broker)
    expect(await published(broker)).toBe(before + 1)
  })

  test('when it reads nothing from connections that publish then messages are consumed and acknowledged all the same', async () => {
    const [node, other] = [await openNode(), await connectTo(url)]
    const before = await published(other)
    const broker = await connectTo(node.url)
    const received: string[] = []
    await broker.onConnect(async (channel) => {
      await channel.consume(dead, (message) => {
        if (message) received.push(message.properties.messageId)
        if (message) channel.ack(message)
      })
    })
    node.refusePublishers()
    await publish(broker)
    await expect(publish(broker)).rejects.toThrow('did not confirm')
    await publish(other)
    await until(() => received.length === before + 2)
    // What was not acknowledged is in the queue again.
    node.die()
    expect(await published(other)).toBe(0)
  })

  test('when the blocked connection is lost then the next one publishes', async () => {
    const node = await openNode()
    const broker = await connectTo(node.url)
    node.block()
    await until(() => !broker.isReady())
    node.lose()
    await until(() => broker.isReady())
    await publish(broker)
  })
})

describe('a broker that does not confirm', () => {
  test('when a message is not confirmed in time then the next ones use a new connection, so that none collect on the old one', async () => {
    const node = await openNode()
    const broker = await connectTo(node.url)
    node.confirmNothing()
    await expect(publish(broker)).rejects.toThrow('did not confirm')
    expect(broker.isReady()).toBe(false)
    await until(() => broker.isReady())
    await publish(broker)
  })
})

describe('a queue that cannot be consumed', () => {
  test('when it was deleted then it is declared again, and consumed', async () => {
    const broker = await connectForTest('achievement', { url, queuePrefix, log })
    ends.push(() => broker.close())
    const received: string[] = []
    await broker.onConnect(async (channel) => {
      await channel.consume(dead, (message) => {
        if (message) received.push(message.properties.messageId)
        else void channel.close()
      })
    })
    // The consumer ends this connection, sometimes before the answer is read.
    await broker.withChannel((channel) => channel.deleteQueue(dead)).catch(() => undefined)
    await until(() => !broker.isConsuming())
    await until(() => broker.isConsuming())
    await publish(broker)
    await until(() => received.length > 0)
  })

  test('when only the publishing connection is back then the process knows that it consumes nothing, and no read waits for it', async () => {
    const node = await openNode()
    const broker = await connectTo(node.url)
    let queue = dead
    await broker.onConnect(async (channel) => {
      await channel.consume(queue, () => undefined)
    })
    expect(broker.isConsuming()).toBe(true)
    queue = 'missing'
    node.lose()
    await until(() => !broker.isReady())
    await until(() => broker.isReady())
    expect(broker.isConsuming()).toBe(false)
    await expect(broker.withChannel(async () => undefined)).rejects.toThrow('the broker is unavailable')
    queue = dead
    await until(() => broker.isConsuming())
    await broker.withChannel(async () => undefined)
  })
})

async function connectToOneOfTwo() {
  const nodes = [await openNode(), await openNode()] as const
  const broker = await connectTo(...nodes.map(({ url }) => url))
  await publish(broker)
  const [used, other] = nodes[0].connections() > 0 ? nodes : nodes.toReversed()
  if (used === undefined || other === undefined) throw new Error('no node has a connection')
  expect(other.connections()).toBe(0)
  return { broker, used, other }
}
