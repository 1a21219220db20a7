import { setTimeout as sleep } from 'node:timers/promises'
import type { EventName, ServiceName } from '@prankpost/contracts'
import type { Channel, GetMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { checkpoint } from './checkpoint.ts'
import { ackBatchSize, isOftenRead, republish } from './requeued.ts'
import { brokerNames, subscriptionsOf } from './topology.ts'

/** A message that will not be retried, with its failure. */
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

// A replay by ids searches only this many messages: the messages that the operator sees are near the head of the queue.
const maxSearched = 5_000
const requeueTimeoutMs = 1_000

/**
 * Reads up to `limit` messages of a dead-letter queue and leaves them there. Other readers do not see them meanwhile;
 * when it resolves, the messages are back in the queue.
 */
export async function listDeadLetters(options: DeadLetterOptions, limit = 100): Promise<DeadLetter[]> {
  const dead = deadQueueOf(options)
  const messages: GetMessage[] = []
  const before = await options.broker.withChannel(async (channel) => {
    const { messageCount } = await channel.checkQueue(dead)
    while (messages.length < limit) {
      const message = await channel.get(dead)
      if (message === false) break
      messages.push(message)
    }
    await republishOften(channel, messages, options)
    return messageCount
  })
  // Some may have arrived after the count.
  await waitForCount(Math.max(before, messages.length), options)
  return messages.map((message) => describe(message, options))
}

/**
 * Sends messages of a dead-letter queue to their original queue, either all or those with the given ids. Each is removed
 * only after the broker has confirmed the new one, so a crash can duplicate a message but not lose one. A message that
 * fails again meanwhile is left for the next call. Returns how many were sent; a message that another reader holds at
 * that moment is not included.
 * @throws when the broker is unavailable; messages that were sent before remain sent
 */
export async function replayDeadLetters(
  options: DeadLetterOptions,
  ids?: readonly string[],
): Promise<number> {
  const dead = deadQueueOf(options)
  const unwanted: GetMessage[] = []
  let replayed = 0
  const before = await options.broker.withChannel(async (channel) => {
    const sought = new Set(ids)
    let wanted: GetMessage[] = []
    const send = async () => {
      await sendAgain(channel, wanted, options)
      replayed += wanted.length
      wanted = []
    }
    const { messageCount } = await channel.checkQueue(dead)
    // At most the initial number of messages: a message that fails again at once would make this endless.
    for (let n = Math.min(messageCount, ids ? maxSearched : messageCount); n > 0; n--) {
      const message = await channel.get(dead)
      if (message === false) break
      const isWanted = ids === undefined || ids.includes(idOf(message))
      ;(isWanted ? wanted : unwanted).push(message)
      sought.delete(idOf(message))
      if (wanted.length === ackBatchSize) await send()
      if (ids !== undefined && sought.size === 0) break
    }
    await send()
    await republishOften(channel, unwanted, options)
    return messageCount
  })
  if (unwanted.length > 0) await waitForCount(Math.max(before - replayed, unwanted.length), options)
  return replayed
}

/** The number of dead letters of every queue that has any. */
export function countDeadLetters(broker: Broker, queuePrefix = '', only?: ServiceName) {
  return broker.withChannel(async (channel) => {
    const counts: { service: ServiceName; event: EventName; count: number }[] = []
    for (const { service, event } of subscriptionsOf(only)) {
      const { messageCount } = await channel.checkQueue(deadQueueOf({ service, event, queuePrefix }))
      if (messageCount > 0) counts.push({ service, event, count: messageCount })
    }
    return counts
  })
}

async function sendAgain(channel: Channel, messages: GetMessage[], options: DeadLetterOptions) {
  const { broker, queuePrefix, service, event } = options
  const names = brokerNames(queuePrefix)
  const outcomes = await Promise.allSettled(
    messages.map(async (message) => {
      const { contentType } = message.properties
      const queue = names.queue(service, event)
      await broker.publish(names.redeliver(service), queue, message.content, {
        messageId: idOf(message),
        contentType,
      })
      checkpoint(`dead-letters:republished ${event}`)
      channel.ack(message)
    }),
  )
  await channel.checkQueue(deadQueueOf(options))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Replaces messages that were requeued often by fresh copies. Closing the channel requeues the others. */
function republishOften(channel: Channel, messages: GetMessage[], options: DeadLetterOptions) {
  const { broker, queuePrefix, service } = options
  const queue = deadQueueOf(options)
  const exchange = brokerNames(queuePrefix).dead(service)
  return republish({ broker, channel, queue }, messages.filter(isOftenRead), () => [exchange, queue])
}

/** Waits until the queue has this many messages: the broker requeues them a moment after their channel was closed. */
async function waitForCount(count: number, options: DeadLetterOptions) {
  const end = Date.now() + requeueTimeoutMs
  await options.broker.withChannel(async (channel) => {
    while ((await channel.checkQueue(deadQueueOf(options))).messageCount < count && Date.now() < end) {
      await sleep(10)
    }
  })
}

const idOf = ({ properties }: GetMessage) => String(properties.messageId)

function deadQueueOf({
  service,
  event,
  queuePrefix,
}: Pick<DeadLetterOptions, 'service' | 'event' | 'queuePrefix'>): string {
  const names = brokerNames(queuePrefix)
  return names.deadQueue(names.queue(service, event))
}

function describe(message: GetMessage, { service, event }: DeadLetterOptions): DeadLetter {
  const headers = message.properties.headers ?? {}
  return {
    id: idOf(message),
    service,
    event,
    reason: String(headers['x-reason'] ?? headers['x-first-death-reason'] ?? 'unknown'),
    failedAt: String(headers['x-failed-at'] ?? ''),
    failures: Number(headers['x-failures'] ?? 0),
    content: message.content.toString('utf8'),
  }
}
