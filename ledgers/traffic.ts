import type { SharedStack } from '@prankpost/test-harness'
import { type Channel, connect } from 'amqplib'
import { brokerNames, retryStages, subscriptionsOf } from '../packages/messaging/src/topology.ts'
import type { RunningServices } from './dead-letters.ts'
import type { DatabaseOf } from './documents.ts'

/** The collections whose documents hold events until the broker confirms them. */
const outboxes = {
  auth: ['users', 'ended_sessions', 'data_exports'],
  catalog: ['pranks'],
  contact: ['contacts'],
  fulfilment: ['shipments'],
  order: ['orders'],
  payment: ['payments'],
  subscription: ['subscriptions'],
} as const
type Publisher = keyof typeof outboxes

/** What is under way between Stripe, the services and the broker. */
export function watchTraffic(
  stack: Pick<SharedStack, 'queuePrefix' | 'amqpUrl'> & RunningServices,
  database: DatabaseOf,
) {
  const names = brokerNames(stack.queuePrefix)
  const sent = database('stripe_sandbox').collection('events')
  const running = new Set(stack.processes.map(({ spec }) => spec.name))
  const subscriptions = subscriptionsOf().filter(({ service }) => running.has(service))
  const queues = subscriptions.map(({ service, event }) => names.queue(service, event))
  const retryQueues = [...new Set(subscriptions.map(({ service }) => service))].flatMap((service) =>
    retryStages.map(({ name }) => names.retry(service, name)),
  )
  const messagesIn = (queues: string[]) =>
    withChannel(stack, async (channel) => {
      const states = await Promise.all(queues.map((queue) => channel.checkQueue(queue)))
      return states.reduce((sum, { messageCount }) => sum + messageCount, 0)
    })

  const traffic = {
    /** Webhooks that the sandbox has still to send. */
    webhooks: () => sent.countDocuments({ 'deliveries.nextAttemptAt': { $exists: true } }),
    /** Stripe's events that payment has stored and not processed yet. */
    inbox: () =>
      database('payment')
        .collection('inbox')
        .countDocuments({ state: { $ne: 'done' } }),
    /** Documents with events that the broker has not confirmed, over all services or over these. */
    async outboxes(services = Object.keys(outboxes) as Publisher[]): Promise<number> {
      const counts = await Promise.all(
        services.flatMap((service) =>
          outboxes[service].map((name) =>
            database(service)
              .collection(name)
              .countDocuments({ outboxDueAt: { $exists: true } }),
          ),
        ),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    /** Messages that wait for their consumer or for the next attempt. */
    messages: () => messagesIn([...queues, ...retryQueues]),
    deadLetters: () => messagesIn(queues.map(names.deadQueue)),
    /** A phrase for each kind of thing that is under way; none when everything has arrived. */
    async underWay(): Promise<string[]> {
      const [webhooks, inbox, outboxes, messages] = await Promise.all([
        traffic.webhooks(),
        traffic.inbox(),
        traffic.outboxes(),
        traffic.messages(),
      ])
      return [
        ...(webhooks > 0 ? [`${webhooks} webhooks`] : []),
        ...(inbox > 0 ? [`${inbox} webhooks in payment's inbox`] : []),
        ...(outboxes > 0 ? [`${outboxes} documents with events in their outbox`] : []),
        ...(messages > 0 ? [`${messages} messages in queues`] : []),
      ]
    },
    /** Of the events that webhooks report: how many there were, the copies sent in addition, and those never sent. */
    async sums(): Promise<{ events: number; copies: number; dropped: number }> {
      const isDropped = { $eq: [{ $first: '$deliveries.state' }, 'dropped'] }
      const copies = { $cond: [isDropped, 0, { $subtract: [{ $size: '$deliveries' }, 1] }] }
      const [sums] = await sent
        .aggregate<{ events: number; copies: number; dropped: number }>([
          { $match: { 'deliveries.0': { $exists: true } } },
          {
            $group: {
              _id: null,
              events: { $sum: 1 },
              copies: { $sum: copies },
              dropped: { $sum: { $cond: [isDropped, 1, 0] } },
            },
          },
          { $project: { _id: 0 } },
        ])
        .toArray()
      return sums ?? { events: 0, copies: 0, dropped: 0 }
    },
  }
  return traffic
}

/** Opens a connection for each read: the broker may have been killed since the last one. */
async function withChannel<T>(
  { amqpUrl }: Pick<SharedStack, 'amqpUrl'>,
  read: (channel: Channel) => Promise<T>,
): Promise<T> {
  const broker = await connect(amqpUrl, { noDelay: true })
  // The failing call reports the error.
  broker.on('error', () => undefined)
  try {
    const channel = await broker.createChannel()
    channel.on('error', () => undefined)
    return await read(channel)
  } finally {
    await broker.close()
  }
}
