import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@prankpost/contracts'
import type { GetMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { headersOf, isOftenRead, republish } from './requeued.ts'
import { brokerNames, type Place, queuesOf, subscriptionsOf } from './topology.ts'

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

// A message that leaves its retry stage is in no queue for a moment.
const transferMs = 500

/**
 * Reads every waiting message and leaves it in its queue. Messages move from `dead` (by a replay) and from `retry` to
 * `work`, so `work` is read last: while there are no consumers, no message can be missed. A message that moves meanwhile
 * may be read twice.
 */
export async function copyMessages(
  { broker, queuePrefix }: CopyOptions,
  onMessage: (message: CopiedMessage) => Promise<void>,
): Promise<Record<Place, number>> {
  const queues = queuesOf(subscriptionsOf(), queuePrefix)
  const counts = { work: 0, retry: 0, dead: 0 }
  for (const place of ['dead', 'retry', 'work'] as const) {
    if (place === 'work') await sleep(transferMs)
    for (const { service, queue } of await nonEmpty(broker, queues, place)) {
      counts[place] += await readAll(broker, { place, queue }, (message) =>
        onMessage(describe(message, { place, service, queue, queuePrefix })),
      )
    }
  }
  return counts
}

/** Selects the queues of a place that contain messages; most are empty. */
function nonEmpty(broker: Broker, all: ReturnType<typeof queuesOf>, place: Place) {
  const queues = all.filter((one) => one.place === place)
  return broker.withChannel(async (channel) => {
    const found = await Promise.all(queues.map(({ queue }) => channel.checkQueue(queue)))
    return queues.filter((_, i) => found[i]?.messageCount !== 0)
  })
}

async function readAll(
  broker: Broker,
  { place, queue }: Pick<CopiedMessage, 'place' | 'queue'>,
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
      if (isOftenRead(message)) often.push(message)
    }
    // In a retry stage, whose exchange has the name of its queue, a copy keeps the way back to its reader's queue.
    await republish({ broker, channel, queue }, often, ({ fields }) =>
      place === 'retry' ? [queue, fields.routingKey] : ['', queue],
    )
    // Closing the channel requeues all other messages.
    return count
  })
}

function describe(
  message: GetMessage,
  at: { place: Place; service: ServiceName; queue: string; queuePrefix: string },
): CopiedMessage {
  const { content, properties, fields } = message
  const plain = (name: string) => name.slice(at.queuePrefix.length)
  const queue = plain(at.queue)
  return {
    place: at.place,
    service: at.service,
    queue,
    // In a retry stage the routing key of a message is the queue to which it returns.
    target: at.place === 'retry' ? plain(fields.routingKey) : queue.replace(/\.dead$/, ''),
    messageId: String(properties.messageId),
    contentType: String(properties.contentType),
    headers: headersOf(message),
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
  const queues = queuesOf(subscriptionsOf(), queuePrefix)
  return broker.withChannel(async (channel) => {
    const found = await Promise.all(queues.map(({ queue }) => channel.checkQueue(queue)))
    return {
      messages: found.reduce((sum, { messageCount }) => sum + messageCount, 0),
      consumers: found.reduce((sum, { consumerCount }) => sum + consumerCount, 0),
    }
  })
}

/** Deletes all waiting messages. */
export function purgeMessages({ broker, queuePrefix }: CopyOptions): Promise<void> {
  const queues = queuesOf(subscriptionsOf(), queuePrefix)
  return broker.withChannel(async (channel) => {
    await Promise.all(queues.map(({ queue }) => channel.purgeQueue(queue)))
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
