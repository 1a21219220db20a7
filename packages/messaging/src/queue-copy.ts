import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@prankpost/contracts'
import type { Channel, GetMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { brokerNames, retryStages, subscriptionsOf } from './topology.ts'

/** Where an event waits: for its reader, in a retry stage, or for the operator. */
export type Place = 'work' | 'retry' | 'dead'

/** A message as it lay in a queue; names are without the prefix. */
export interface CopiedMessage {
  place: Place
  service: ServiceName
  /** The queue that it lay in, and the one that its reader takes it from. */
  queue: string
  target: string
  messageId: string
  contentType: string
  headers: Record<string, unknown>
  /** UTF-8: every message is JSON. */
  content: string
}

interface CopyOptions {
  broker: Broker
  queuePrefix: string
}

// From 4.0 on RabbitMQ drops, or buries, a message that was given back 20 times: one that was copied often is renewed before.
const renewedAfter = 10
// A message that leaves its retry stage is in no queue for a moment.
const crossingMs = 500
const looksHeader = 'x-delivery-count'

/** Every queue of the system in which an event can wait. */
function placesOf(prefix: string) {
  const names = brokerNames(prefix)
  const subscriptions = subscriptionsOf()
  const readers = [...new Set(subscriptions.map(({ service }) => service))]
  const work = subscriptions.map(({ service, event }) => ({ service, queue: names.queue(service, event) }))
  return {
    dead: work.map(({ service, queue }) => ({ service, queue: names.deadQueue(queue) })),
    retry: readers.flatMap((service) =>
      retryStages.map(({ name }) => ({ service, queue: names.retry(service, name) })),
    ),
    work,
  }
}

/**
 * Reads every waiting message and leaves it where it is. Events move on from `dead` (a replay) and from
 * `retry` into `work`, so it looks there last: while nobody consumes, none can slip by. One that moves
 * meanwhile may be read twice.
 */
export async function copyMessages(
  { broker, queuePrefix }: CopyOptions,
  take: (message: CopiedMessage) => Promise<void>,
): Promise<Record<Place, number>> {
  const places = placesOf(queuePrefix)
  const counts = { work: 0, retry: 0, dead: 0 }
  for (const place of ['dead', 'retry', 'work'] as const) {
    if (place === 'work') await sleep(crossingMs)
    for (const { service, queue } of await filled(broker, places[place])) {
      counts[place] += await readAll({ broker, queuePrefix }, queue, (message) =>
        take(describe(message, { place, service, queue, queuePrefix })),
      )
    }
  }
  return counts
}

/** Those of some queues in which something lies: most are empty. */
function filled<T extends { queue: string }>(broker: Broker, queues: T[]): Promise<T[]> {
  return broker.withChannel(async (channel) => {
    const found = await Promise.all(queues.map(({ queue }) => channel.checkQueue(queue)))
    return queues.filter((_, i) => found[i]?.messageCount !== 0)
  })
}

async function readAll(
  { broker, queuePrefix }: CopyOptions,
  queue: string,
  take: (message: GetMessage) => Promise<void>,
): Promise<number> {
  return broker.withChannel(async (channel) => {
    const { messageCount } = await channel.checkQueue(queue)
    const worn: GetMessage[] = []
    let count = 0
    // No more than there were: what is given back by others must not keep this going.
    for (; count < messageCount; count++) {
      const message = await channel.get(queue)
      if (message === false) break
      await take(message)
      if (Number(message.properties.headers?.[looksHeader] ?? 0) >= renewedAfter) worn.push(message)
    }
    for (const message of worn) await renew(channel, message, { broker, queuePrefix }, queue)
    // All that were not renewed are back when the channel is closed.
    return count
  })
}

/** Puts a fresh copy in the place of a message that was given back often. */
async function renew(channel: Channel, message: GetMessage, options: CopyOptions, queue: string) {
  const { headers: { [looksHeader]: _looks, ...headers } = {}, contentType, messageId } = message.properties
  await options.broker.publish('', queue, message.content, {
    messageId: String(messageId),
    contentType,
    headers,
  })
  channel.ack(message)
  await channel.checkQueue(queue)
}

function describe(
  { content, properties, fields }: GetMessage,
  at: { place: Place; service: ServiceName; queue: string; queuePrefix: string },
): CopiedMessage {
  const plain = (name: string) => name.slice(at.queuePrefix.length)
  const { [looksHeader]: _looks, ...headers } = properties.headers ?? {}
  const queue = plain(at.queue)
  return {
    place: at.place,
    service: at.service,
    queue,
    // In a retry stage a message carries the name of the queue that it goes back to.
    target: at.place === 'retry' ? plain(fields.routingKey) : queue.replace(/\.dead$/, ''),
    messageId: String(properties.messageId),
    contentType: String(properties.contentType),
    headers,
    content: content.toString('utf8'),
  }
}

/**
 * Puts a copied message back. What waited in a retry stage goes straight to its reader: it has waited long enough.
 * @throws when the broker does not confirm it
 */
export function putBack(
  { broker, queuePrefix }: CopyOptions,
  { place, queue, target, content, messageId, contentType, headers }: CopiedMessage,
): Promise<void> {
  const to = place === 'dead' ? queue : target
  const { 'x-death': _death, ...kept } = headers
  const options = { messageId, contentType, headers: kept }
  return broker.publish('', queuePrefix + to, Buffer.from(content, 'utf8'), options)
}

/** How many messages wait, and how many processes take some from the queues. */
export function countMessages({ broker, queuePrefix }: CopyOptions) {
  const { work, retry, dead } = placesOf(queuePrefix)
  return broker.withChannel(async (channel) => {
    const all = [...work, ...retry, ...dead]
    const found = await Promise.all(all.map(({ queue }) => channel.checkQueue(queue)))
    return {
      messages: found.reduce((sum, { messageCount }) => sum + messageCount, 0),
      consumers: found.reduce((sum, { consumerCount }) => sum + consumerCount, 0),
    }
  })
}

/** Throws away all that waits. */
export function purgeMessages({ broker, queuePrefix }: CopyOptions): Promise<void> {
  const { work, retry, dead } = placesOf(queuePrefix)
  return broker.withChannel(async (channel) => {
    await Promise.all([...work, ...retry, ...dead].map(({ queue }) => channel.purgeQueue(queue)))
  })
}

/** Tells what was published since it was asked to listen, or since it was asked last. */
export type Heard = () => Promise<{ count: number; first: string | null }>

/** Listens to every event that is published while `work` runs; needs a user who may make queues. */
export function whileListening<T>(
  { broker, queuePrefix }: CopyOptions,
  work: (heard: Heard) => Promise<T>,
): Promise<T> {
  return broker.withChannel(async (channel) => {
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false })
    await channel.bindQueue(queue, brokerNames(queuePrefix).events, '#')
    return work(async () => {
      const first = await channel.get(queue, { noAck: true })
      const { messageCount } = await channel.purgeQueue(queue)
      return first === false
        ? { count: 0, first: null }
        : { count: messageCount + 1, first: first.fields.routingKey }
    })
  })
}
