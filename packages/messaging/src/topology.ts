import { type EventName, events, type ServiceName } from '@prankpost/contracts'
import type { Channel } from 'amqplib'

/** The retry ladder: how long a message rests on each rung, and how often before it climbs on. */
export const retryLadder = [
  { rung: '1s', delayMs: 1_000, times: 3 },
  { rung: '10s', delayMs: 10_000, times: 3 },
  { rung: '1m', delayMs: 60_000, times: 5 },
  { rung: '10m', delayMs: 600_000, times: 6 },
] as const

/**
 * Names of everything on the broker; `prefix` keeps test runs apart on a shared one. What a service gives
 * back or sends again goes through exchanges of its own: a broker cannot tell routing keys apart on a
 * direct exchange, and nobody shall reach another's queues.
 */
export function brokerNames(prefix = '') {
  return {
    events: `${prefix}prankpost.events`,
    redeliver: (service: ServiceName) => `${prefix}${service}.redeliver`,
    dead: (service: ServiceName) => `${prefix}${service}.dead`,
    queue: (service: ServiceName, event: EventName) => `${prefix}${service}.${event}`,
    deadQueue: (queue: string) => `${queue}.dead`,
    retry: (service: ServiceName, rung: string) => `${prefix}${service}.retry.${rung}`,
  }
}
type BrokerNames = ReturnType<typeof brokerNames>

/** Every pair of a reader and an event that it reads. */
export function subscriptionsOf(only?: ServiceName): { service: ServiceName; event: EventName }[] {
  const names = Object.keys(events) as EventName[]
  return names.flatMap((event) =>
    events[event].readers
      .filter((reader) => only === undefined || reader === only)
      .map((service) => ({ service, event })),
  )
}

/** The rung for a message that has failed `failures` times; null when the ladder is at its end. */
export function rungAfter(failures: number): string | null {
  let climbed = 0
  for (const { rung, times } of retryLadder) {
    climbed += times
    if (failures <= climbed) return rung
  }
  return null
}

// A rejected publish is retried by the relay; at-least-once dead lettering needs that overflow policy.
const quorum = { 'x-queue-type': 'quorum', 'x-overflow': 'reject-publish' }
const deadLetterSafely = { 'x-dead-letter-strategy': 'at-least-once' }

/**
 * Declares the exchanges and queues of the whole system; safe to repeat. It is done before anybody
 * publishes, so that no event can come before the queue of one of its readers: by each service where it
 * may, else by whoever set up the broker's users.
 */
export async function declareTopology(channel: Channel, prefix = ''): Promise<void> {
  const names = brokerNames(prefix)
  const subscriptions = subscriptionsOf()
  const readers = [...new Set(subscriptions.map(({ service }) => service))]
  await Promise.all([
    channel.assertExchange(names.events, 'topic', { durable: true }),
    ...readers.flatMap((reader) => [
      channel.assertExchange(names.redeliver(reader), 'direct', { durable: true }),
      channel.assertExchange(names.dead(reader), 'direct', { durable: true }),
    ]),
  ])
  await Promise.all([
    ...readers.map((service) => declareLadder(channel, names, service)),
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

// A message waits on its rung under its own queue's name as routing key, and expires back into that queue.
async function declareLadder(channel: Channel, names: BrokerNames, service: ServiceName) {
  for (const { rung, delayMs } of retryLadder) {
    const name = names.retry(service, rung)
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
