import { type EventName, events, type ServiceName } from '@prankpost/contracts'
import type { Channel } from 'amqplib'

/** The retry stages: how long a message waits on each, and how often before the next stage. */
export const retryStages = [
  { name: '1s', delayMs: 1_000, times: 3 },
  { name: '10s', delayMs: 10_000, times: 3 },
  { name: '1m', delayMs: 60_000, times: 5 },
  { name: '10m', delayMs: 600_000, times: 6 },
] as const

/**
 * The names of all exchanges and queues; `prefix` separates test runs on a shared broker. Each service has its own
 * exchanges for retries, redeliveries and dead letters: on a direct exchange the broker cannot restrict routing keys, and
 * no service may reach the queues of another.
 */
export function brokerNames(prefix = '') {
  return {
    events: `${prefix}prankpost.events`,
    redeliver: (service: ServiceName) => `${prefix}${service}.redeliver`,
    dead: (service: ServiceName) => `${prefix}${service}.dead`,
    queue: (service: ServiceName, event: EventName) => `${prefix}${service}.${event}`,
    deadQueue: (queue: string) => `${queue}.dead`,
    retry: (service: ServiceName, stage: string) => `${prefix}${service}.retry.${stage}`,
  }
}
type BrokerNames = ReturnType<typeof brokerNames>

/** All pairs of a reader and an event that it reads. */
export function subscriptionsOf(only?: ServiceName): { service: ServiceName; event: EventName }[] {
  const names = Object.keys(events) as EventName[]
  return names.flatMap((event) =>
    events[event].readers
      .filter((reader) => only === undefined || reader === only)
      .map((service) => ({ service, event })),
  )
}

/** Where an event waits: for its reader, in a retry stage, or for the operator. */
export type Place = 'work' | 'retry' | 'dead'

/** Every queue in which an event can wait for one of these readers. */
export function queuesOf(subscriptions: { service: ServiceName; event: EventName }[], prefix = '') {
  const names = brokerNames(prefix)
  const at = (place: Place, service: ServiceName, queue: string) => ({ place, service, queue })
  const work = subscriptions.map(({ service, event }) => at('work', service, names.queue(service, event)))
  const readers = [...new Set(subscriptions.map(({ service }) => service))]
  return [
    ...work,
    ...work.map(({ service, queue }) => at('dead', service, names.deadQueue(queue))),
    ...readers.flatMap((reader) =>
      retryStages.map(({ name }) => at('retry', reader, names.retry(reader, name))),
    ),
  ]
}

/** The retry stage for a message that has failed `failures` times; null when it has passed all of them. */
export function stageAfter(failures: number): (typeof retryStages)[number] | null {
  let passed = 0
  for (const stage of retryStages) {
    passed += stage.times
    if (failures <= passed) return stage
  }
  return null
}

// The relay retries a rejected publish; at-least-once dead lettering requires this overflow policy.
const quorum = { 'x-queue-type': 'quorum', 'x-overflow': 'reject-publish' }
const deadLetterSafely = { 'x-dead-letter-strategy': 'at-least-once' }

/**
 * Declares the exchanges and queues of the whole system; safe to repeat. It runs before anything is published, so that
 * the queues of all readers exist before the first event. Each service runs it if it has the permission; otherwise it
 * runs when the broker's users are created. Tests declare only the queues that they use: all of them take the broker
 * seconds.
 */
export async function declareTopology(
  channel: Channel,
  prefix = '',
  subscriptions = subscriptionsOf(),
): Promise<void> {
  const names = brokerNames(prefix)
  const readers = [...new Set(subscriptions.map(({ service }) => service))]
  await Promise.all([
    channel.assertExchange(names.events, 'topic', { durable: true }),
    ...readers.flatMap((reader) => [
      channel.assertExchange(names.redeliver(reader), 'direct', { durable: true }),
      channel.assertExchange(names.dead(reader), 'direct', { durable: true }),
    ]),
  ])
  await Promise.all([
    ...readers.map((service) => declareRetryStages(channel, names, service)),
    ...subscriptions.map(({ service, event }) => declareQueue(channel, names, service, event)),
  ])
}

async function declareQueue(channel: Channel, names: BrokerNames, service: ServiceName, event: EventName) {
  const queue = names.queue(service, event)
  const dead = names.deadQueue(queue)
  await channel.assertQueue(dead, { durable: true, arguments: quorum })
  await channel.bindQueue(dead, names.dead(service), dead)
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      ...quorum,
      ...deadLetterSafely,
      'x-dead-letter-exchange': names.dead(service),
      'x-dead-letter-routing-key': dead,
    },
  })
  await channel.bindQueue(queue, names.events, event)
  await channel.bindQueue(queue, names.redeliver(service), queue)
}

// A message in a retry stage has its own queue's name as routing key, so that it returns to that queue when it expires.
async function declareRetryStages(channel: Channel, names: BrokerNames, service: ServiceName) {
  for (const { name: stage, delayMs } of retryStages) {
    const name = names.retry(service, stage)
    await channel.assertExchange(name, 'fanout', { durable: true })
    await channel.assertQueue(name, {
      durable: true,
      arguments: {
        ...quorum,
        ...deadLetterSafely,
        'x-message-ttl': delayMs,
        'x-dead-letter-exchange': names.redeliver(service),
      },
    })
    await channel.bindQueue(name, name, '')
  }
}
