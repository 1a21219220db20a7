import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { events, type ServiceName, serviceNames } from '@prankpost/contracts'
import { declareAll, type Engines, startEngines } from '@prankpost/local-stack'
import { type Channel, type ChannelModel, connect } from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const queuePrefix = 'least.'
let dataDir: string
let engines: Engines
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-least-privilege-'))
  const { AMQP_URL: _url, ...env } = process.env
  // MONGODB_URI prevents the start of MongoDB; this test needs none.
  const mongo = { MONGODB_URI: 'mongodb://127.0.0.1:9' }
  engines = await startEngines({ env: { ...env, ...mongo }, dataDir, queuePrefix, restart: false })
  await engines.processes[0]?.ready()
  await declareAll(engines.broker.url, queuePrefix)
})
afterAll(async () => {
  for (const connection of connections.values()) await connection.close()
  await engines.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const allEvents = Object.entries(events).map(([name, { owner, readers }]) => ({
  name,
  owner,
  readers: readers as readonly ServiceName[],
}))
const readers = [...new Set(allEvents.flatMap((event) => event.readers))]
const withBroker = serviceNames.filter((service) =>
  allEvents.some(({ owner, readers: some }) => owner === service || some.includes(service)),
)

const connections = new Map<string, ChannelModel>()
/** The connection of the service's own user. A refusal ends only the channel. */
async function connectionOf(service: string): Promise<ChannelModel> {
  const address = engines.broker.urlFor?.(service as ServiceName)
  const connection = connections.get(service) ?? (await connect(String(address), { noDelay: true }))
  if (!connections.has(service)) connection.on('error', () => undefined)
  connections.set(service, connection)
  return connection
}

/** Performs an operation on a channel of the service's own user: returns 'done', or the broker's refusal. */
async function asUserOf(service: string, work: (channel: Channel) => Promise<unknown>): Promise<string> {
  const channel = await (await connectionOf(service)).createConfirmChannel()
  const refused = new Promise<string>((resolve) =>
    channel.on('error', ({ message }: Error) => resolve(/ACCESS_REFUSED/.exec(message)?.[0] ?? message)),
  )
  const done = work(channel).then(
    () => 'done',
    () => refused,
  )
  const outcome = await Promise.race([done, refused])
  // A refusal has closed it already.
  await channel.close().catch(() => undefined)
  return outcome
}

const publish = (exchange: string, key: string) => async (channel: Channel) => {
  channel.publish(`${queuePrefix}${exchange}`, key, Buffer.from('{}'), { mandatory: false })
  await (channel as unknown as { waitForConfirms(): Promise<void> }).waitForConfirms()
}
// Nothing is consumed: the message is read, and requeued when the channel closes.
const readOne = (queue: string) => (channel: Channel) => channel.get(`${queuePrefix}${queue}`)
const queuesOf = (service: ServiceName) =>
  allEvents
    .filter((event) => event.readers.includes(service))
    .flatMap(({ name }) => [`${service}.${name}`, `${service}.${name}.dead`])

describe('when a service signs in to the broker as its own user', () => {
  test.each(withBroker)('%s then it reads its own queues and no others', async (service) => {
    for (const queue of queuesOf(service))
      expect([queue, await asUserOf(service, readOne(queue))]).toEqual([queue, 'done'])
    for (const other of readers.filter((reader) => reader !== service)) {
      // The permissions name services, not their queues.
      for (const queue of queuesOf(other).slice(0, 2)) {
        expect([queue, await asUserOf(service, readOne(queue))]).toEqual([queue, 'ACCESS_REFUSED'])
      }
    }
  })

  test.each(withBroker)('%s then it publishes its own events and no other', async (service) => {
    for (const { name, owner } of allEvents.filter((event) => event.owner !== service)) {
      const outcome = await asUserOf(service, publish('prankpost.events', name))
      expect([name, owner, outcome]).toEqual([name, owner, 'ACCESS_REFUSED'])
    }
    for (const { name } of allEvents.filter(({ owner }) => owner === service)) {
      expect([name, await asUserOf(service, publish('prankpost.events', name))]).toEqual([name, 'done'])
    }
    for (const other of readers.filter((reader) => reader !== service)) {
      for (const exchange of [`${other}.redeliver`, `${other}.dead`, `${other}.retry.1s`]) {
        const outcome = await asUserOf(service, publish(exchange, `${queuePrefix}${queuesOf(other)[0]}`))
        expect([exchange, outcome]).toEqual([exchange, 'ACCESS_REFUSED'])
      }
    }
  })

  test.each(withBroker)('%s then it creates, binds and deletes nothing', async (service) => {
    const own = `${queuePrefix}${queuesOf(service)[0] ?? `${service}.x`}`
    const deeds: Record<string, (channel: Channel) => Promise<unknown>> = {
      'a queue': (channel) => channel.assertQueue(`${queuePrefix}${service}.new`, { durable: true }),
      'an exchange': (channel) => channel.assertExchange(`${queuePrefix}${service}.new`, 'fanout'),
      'a binding': (channel) => channel.bindQueue(own, `${queuePrefix}prankpost.events`, '#'),
      'its end': (channel) => channel.deleteQueue(own),
    }
    for (const [what, deed] of Object.entries(deeds)) {
      expect([what, await asUserOf(service, deed)]).toEqual([what, 'ACCESS_REFUSED'])
    }
  })

  test('then no service can sign in with the password of another, nor as the guest user', async () => {
    const { host } = new URL(engines.broker.url)
    for (const name of ['guest:guest', 'order:guest']) {
      await expect(connect(`amqp://${name}@${host}`)).rejects.toThrow(/ACCESS.REFUSED|403/)
    }
  })
})
