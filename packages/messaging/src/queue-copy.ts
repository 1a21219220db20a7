import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@prankpost/contracts'
import type { Channel, GetMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { brokerNames, retryStages, subscriptionsOf } from './topology.ts'

/** Where an event waits: for its reader, in a retry stage, or for the operator. */
export type Place = 'work' | 'retry' | 'dead'

/** A message copied from a queue; names are without the prefix. */
export interface CopiedMessage {
  place: Place
  service: ServiceName
  /** The queue that it was in, and the queue from which its reader consumes it. */
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

// From version 4.0 on RabbitMQ drops or dead-letters a message that was requeued 20 times. A message that was copied this
// often is replaced by a fresh copy before that.
const republishAfter = 10
// A message that leaves its retry stage is in no queue for a moment.
const transferMs = 500
const deliveryCountHeader = 'x-delivery-count'

/** All queues of the system in which an event can wait. */
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
 * Reads every waiting message and leaves it in its queue. Messages move from `dead` (by a replay) and from `retry` to
 * `work`, so `work` is read last: while there are no consumers, no message can be missed. A message that moves meanwhile
 * may be read twice.
 */
export async function copyMessages(
  { broker, queuePrefix }: CopyOptions,
  onMessage: (message: CopiedMessage) => Promise<void>,
): Promise<Record<Place, number>> {
  const places = placesOf(queuePrefix)
  const counts = { work: 0, retry: 0, dead: 0 }
  for (const place of ['dead', 'retry', 'work'] as const) {
    if (place === 'work') await sleep(transferMs)
    for (const { service, queue } of await nonEmpty(broker, places[place])) {
      counts[place] += await readAll({ broker }, { place, queue }, (message) =>
        onMessage(describe(message, { place, service, queue, queuePrefix })),
      )
    }
  }
  return counts
}

/** Selects the queues that contain messages; most are empty. */
function nonEmpty<T extends { queue: string }>(broker: Broker, queues: T[]): Promise<T[]> {
  return broker.withChannel(async (channel) => {
    const found = await Promise.all(queues.map(({ queue }) => channel.checkQueue(queue)))
    return queues.filter((_, i) => found[i]?.messageCount !== 0)
  })
}

type ReadQueue = Pick<CopiedMessage, 'place' | 'queue'>

async function readAll(
  { broker }: Pick<CopyOptions, 'broker'>,
  { place, queue }: ReadQueue,
  onMessage: (message: GetMessage) => Promise<void>,
): Promise<number> {
  return broker.withChannel(async (channel) => {
    const { messageCount } = await channel.checkQueue(queue)
    const often: GetMessage[] = []
    let count = 0
    // At most the initial number of messages: messages that others requeue would make this endless.
    for (; count < messageCount; count++) {
      const message = await channel.get(queue)
      if (message === false) break
      await onMessage(message)
      if (Number(message.properties.headers?.[deliveryCountHeader] ?? 0) >= republishAfter)
        often.push(message)
    }
    for (const message of often) await republish(channel, message, broker, { place, queue })
    // Closing the channel requeues all other messages.
    return count
  })
}

/** Replaces a message that was requeued often by a fresh copy. In a retry stage it keeps the way back to its queue. */
async function republish(channel: Channel, message: GetMessage, broker: Broker, { place, queue }: ReadQueue) {
  const { properties } = message
  const { headers: { [deliveryCountHeader]: _count, ...headers } = {}, contentType, messageId } = properties
  // The exchange of a retry stage has the name of its queue.
  const [exchange, key] = place === 'retry' ? [queue, message.fields.routingKey] : ['', queue]
  await broker.publish(exchange, key, message.content, {
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
  const { [deliveryCountHeader]: _count, ...headers } = properties.headers ?? {}
  const queue = plain(at.queue)
  return {
    place: at.place,
    service: at.service,
    queue,
    // In a retry stage the routing key of a message is the queue to which it returns.
    target: at.place === 'retry' ? plain(fields.routingKey) : queue.replace(/\.dead$/, ''),
    messageId: String(properties.messageId),
    contentType: String(properties.contentType),
    headers,
    content: content.toString('utf8'),
  }
}

/**
 * Restores a copied message. A message from a retry stage goes directly to its reader's queue: it has waited long enough.
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

/** Counts the waiting messages and the consumers. */
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

/** Deletes all waiting messages. */
export function purgeMessages({ broker, queuePrefix }: CopyOptions): Promise<void> {
  const { work, retry, dead } = placesOf(queuePrefix)
  return broker.withChannel(async (channel) => {
    await Promise.all([...work, ...retry, ...dead].map(({ queue }) => channel.purgeQueue(queue)))
  })
}

/** Reports the events that were published since listening began, or since the last call. */
export type PublishedEvents = () => Promise<{ count: number; first: string | null }>

/** Listens to every event that is published while `work` runs; requires a user that may declare queues. */
export function whileListening<T>(
  { broker, queuePrefix }: CopyOptions,
  work: (published: PublishedEvents) => Promise<T>,
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
