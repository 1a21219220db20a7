import { setTimeout as sleep } from 'node:timers/promises'
import type { EventName, ServiceName } from '@prankpost/contracts'
import type { Channel, GetMessage } from 'amqplib'
import type { Broker } from './broker.ts'
import { checkpoint } from './checkpoint.ts'
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

// From 4.0 on RabbitMQ drops a message that was given back 20 times; one that was looked at so often is renewed before.
const renewedAfter = 10
// A replay by ids looks no further than this: what is shown to people lies near the head of the queue.
const soughtAmong = 5_000
// The broker forgets acknowledgements that a channel closes upon, when more than 32 of them are under way.
const ackedAtOnce = 16
const backWithinMs = 1_000

/**
 * Looks at up to `limit` messages of a dead-letter queue and leaves them there. While it looks nobody
 * else sees them; when it resolves they are back.
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
    await renew(channel, messages, options)
    return messageCount
  })
  await untilThereAre(before, options)
  return messages.map((message) => describe(message, options))
}

/**
 * Sends messages of a dead-letter queue to their queue again, all or those of the given ids; each is
 * taken away only after the broker has confirmed the new one, so that a crash can double a message and
 * lose none. What dies again meanwhile waits for the next call. Answers how many were sent; a message
 * that somebody else looks at in this moment is not among them.
 * @throws when the broker is away; what was sent until then is sent
 */
export async function replayDeadLetters(
  options: DeadLetterOptions,
  ids?: readonly string[],
): Promise<number> {
  const dead = deadQueueOf(options)
  const left: GetMessage[] = []
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
    // No more than there were: one that is dead again at once does not keep this going for ever.
    for (let n = Math.min(messageCount, ids ? soughtAmong : messageCount); n > 0; n--) {
      const message = await channel.get(dead)
      if (message === false) break
      const isWanted = ids === undefined || ids.includes(idOf(message))
      ;(isWanted ? wanted : left).push(message)
      sought.delete(idOf(message))
      if (wanted.length === ackedAtOnce) await send()
      if (ids !== undefined && sought.size === 0) break
    }
    await send()
    await renew(channel, left, options)
    return messageCount
  })
  if (left.length > 0) await untilThereAre(before - replayed, options)
  return replayed
}

/** How many messages lie dead, for every queue that has some. */
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
      checkpoint(`dead-letters:sent-again ${event}`)
      channel.ack(message)
    }),
  )
  await channel.checkQueue(deadQueueOf(options))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Puts fresh copies in the place of messages that were given back often. Closing the channel gives the rest back. */
async function renew(channel: Channel, messages: GetMessage[], options: DeadLetterOptions) {
  const { broker, queuePrefix, service } = options
  const dead = deadQueueOf(options)
  const worn = messages.filter(({ properties }) => looksAt(properties) >= renewedAfter)
  for (let start = 0; start < worn.length; start += ackedAtOnce) {
    // One that could not be renewed goes back as it is; the next look tries again.
    await Promise.allSettled(
      worn.slice(start, start + ackedAtOnce).map(async (message) => {
        const { contentType, headers: { [looksHeader]: _looks, ...headers } = {} } = message.properties
        const copied = { messageId: idOf(message), contentType, headers }
        await broker.publish(brokerNames(queuePrefix).dead(service), dead, message.content, copied)
        channel.ack(message)
      }),
    )
    await channel.checkQueue(dead)
  }
}

const looksHeader = 'x-delivery-count'
const looksAt = ({ headers }: GetMessage['properties']) => Number(headers?.[looksHeader] ?? 0)

/** The broker takes messages back a moment after their channel has closed. */
async function untilThereAre(count: number, options: DeadLetterOptions) {
  const end = Date.now() + backWithinMs
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
