import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { testNamespace, until } from '@prankpost/test-harness'
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

/** Opens a port that forwards to the test run's broker. Clients see it as a node of a cluster. */
async function openNode() {
  const { hostname, port: brokerPort } = new URL(space.amqpUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((from) => {
    sockets.add(from.on('error', () => undefined))
    if (isSilent) return
    const to = connect(Number(brokerPort), hostname).on('error', () => undefined)
    sockets.add(to)
    from.pipe(to).pipe(from)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const lose = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  ends.push(() => {
    lose()
    server.close()
  })
  const url = new URL(space.amqpUrl)
  url.port = String(port)
  return {
    url: url.href,
    connections: () => sockets.size,
    lose,
    /** Behaves as if its process were killed. */
    die() {
      lose()
      server.close()
    },
    /** Behaves as if its host were cut off: it accepts connections and does not answer. */
    goSilent() {
      isSilent = true
    },
  }
}

async function connectTo(...urls: string[]) {
  const broker = await connectBroker({
    url: urls.join(', '),
    queuePrefix,
    clientName: 'nodes',
    log,
    declares: false,
  })
  ends.push(() => broker.close())
  return broker
}

/** Publishes a message that is routed to exactly one queue. */
const publish = (broker: Awaited<ReturnType<typeof connectTo>>) => {
  const names = brokerNames(space.queuePrefix)
  const dead = names.deadQueue(names.queue('achievement', 'contact-saved'))
  return broker.publish(names.dead('achievement'), dead, Buffer.from('{}'), { messageId: 'one' })
}

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
    await until(() => broker.isReady(), 30_000)
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
    await until(() => broker.isReady(), 30_000)
    const tookMs = Date.now() - lostAt
    expect([tookMs > 2_500, tookMs < 20_000]).toEqual([true, true])
    expect(used.connections()).toBeGreaterThan(0)
    await publish(broker)
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
