import type { EventName, ServiceName } from '@prankpost/contracts'
import type { GetMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { brokerNames, subscriptionsOf } from './topology.ts'

/** A message that failed for good, with what is known about its failure. */
export interface DeadLetter {
  id: string
  service: ServiceName
  event: EventName
  reason: string
  failedAt: string
  failures: number
  content: string
}

export interface DeadLetterOptions {
  broker: Broker
  service: ServiceName
  event: EventName
  queuePrefix?: string
}

/** Looks at up to `limit` messages of a dead-letter queue and leaves them there. */
export function listDeadLetters(
  { broker, service, event, queuePrefix = '' }: DeadLetterOptions,
  limit = 100,
): Promise<DeadLetter[]> {
  const names = brokerNames(queuePrefix)
  const queue = names.deadQueue(names.queue(service, event))
  return broker.withChannel(async (channel) => {
    const letters: DeadLetter[] = []
    while (letters.length < limit) {
      const message = await channel.get(queue)
      if (message === false) break
      letters.push(describe(service, event, message))
    }
    // Closing the channel gives them all back.
    return letters
  })
}

/**
 * Sends messages of a dead-letter queue to their queue again, all or those of the given ids; each is
 * taken away only after the broker has confirmed the new one. Answers how many were sent; a message
 * that somebody else looks at in this moment is not among them.
 */
export function replayDeadLetters(
  { broker, service, event, queuePrefix = '' }: DeadLetterOptions,
  ids?: readonly string[],
): Promise<number> {
  const names = brokerNames(queuePrefix)
  const queue = names.queue(service, event)
  return broker.withChannel(async (channel) => {
    let replayed = 0
    const seen = new Set<string>()
    for (;;) {
      const message = await channel.get(names.deadQueue(queue))
      // One that was sent a moment ago and is dead again ends the round; it goes back with the channel.
      if (message === false || seen.has(String(message.properties.messageId))) break
      const messageId = String(message.properties.messageId)
      seen.add(messageId)
      if (ids !== undefined && !ids.includes(messageId)) continue
      await broker.publish(names.redeliver, queue, message.content, {
        messageId,
        contentType: message.properties.contentType,
      })
      channel.ack(message)
      replayed++
    }
    return replayed
  })
}

/** How many messages lie dead, for every queue that has some. */
export function countDeadLetters(broker: Broker, queuePrefix = '', only?: ServiceName) {
  const names = brokerNames(queuePrefix)
  return broker.withChannel(async (channel) => {
    const counts: { service: ServiceName; event: EventName; count: number }[] = []
    for (const { service, event } of subscriptionsOf(only)) {
      const { messageCount } = await channel.checkQueue(names.deadQueue(names.queue(service, event)))
      if (messageCount > 0) counts.push({ service, event, count: messageCount })
    }
    return counts
  })
}

function describe(service: ServiceName, event: EventName, message: GetMessage): DeadLetter {
  const headers = message.properties.headers ?? {}
  return {
    id: String(message.properties.messageId),
    service,
    event,
    reason: String(headers['x-reason'] ?? headers['x-first-death-reason'] ?? 'unknown'),
    failedAt: String(headers['x-failed-at'] ?? ''),
    failures: Number(headers['x-failures'] ?? 0),
    content: message.content.toString('utf8'),
  }
}
