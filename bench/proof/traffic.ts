import { setTimeout as sleep } from 'node:timers/promises'
import { events } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { type Channel, connect } from 'amqplib'
import type { DatabaseOf } from './entries.ts'

/** More webhooks on their way than this, and simulated time waits. */
const enoughUnderWay = 200
/** Where messages rest between two tries, each service on its own. */
const stages = ['1s', '10s', '1m', '10m']

/** What is on its way between the provider, the store and its services. */
export function watchTraffic(
  stack: Pick<Stack, 'processes' | 'queuePrefix' | 'amqpUrl'>,
  database: DatabaseOf,
) {
  const sent = database('stripe_sandbox').collection('events')
  const isRunning = (service: string) => stack.processes.some(({ spec }) => spec.name === service)
  const readings = Object.entries(events).flatMap(([event, { readers }]) =>
    readers
      .filter((reader) => isRunning(reader))
      .map((reader) => ({ reader, queue: `${stack.queuePrefix}${reader}.${event}` })),
  )
  const queues = readings.map(({ queue }) => queue)
  const retryQueues = [...new Set(readings.map(({ reader }) => reader))].flatMap((reader) =>
    stages.map((stage) => `${stack.queuePrefix}${reader}.retry.${stage}`),
  )
  const messagesIn = (names: string[]) =>
    withChannel(stack, async (channel) => {
      const states = await Promise.all(names.map((name) => channel.checkQueue(name)))
      return states.reduce((sum, { messageCount }) => sum + messageCount, 0)
    })
  const webhooks = () => sent.countDocuments({ 'deliveries.nextAttemptAt': { $exists: true } })
  let underWay: { count: number; at: number } = { count: 0, at: 0 }

  return {
    webhooks,
    /** Waits while very many webhooks are on their way, at most until then. */
    async breathe(until: number): Promise<void> {
      while (Date.now() < until) {
        if (Date.now() - underWay.at > 250) underWay = { count: await webhooks(), at: Date.now() }
        if (underWay.count <= enoughUnderWay) return
        await sleep(100)
      }
    },
    /** Messages that wait to be taken in, or to be tried again. */
    waiting: () => messagesIn([...queues, ...retryQueues]),
    dead: () => messagesIn(queues.map((queue) => `${queue}.dead`)),
    /** Of the events that webhooks tell of: how many there were, copies sent on top, and never sent. */
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
    /** Events that payment found by its own reading of the provider's list, in the lives of the processes that run now. */
    async repaired(): Promise<number> {
      const replicas = stack.processes.filter(({ spec }) => spec.name === 'payment')
      const counts = await Promise.all(
        replicas.map(async ({ spec }) => {
          const text = await (await fetch(`${spec.url}/metrics`)).text()
          return Number(/^stripe_events_swept_total\{outcome="missed"\} (\d+)/m.exec(text)?.[1] ?? 0)
        }),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}

export type Traffic = ReturnType<typeof watchTraffic>

/** A connection for each look: the broker may have been killed since the last one. */
async function withChannel<T>(
  { amqpUrl }: Pick<Stack, 'amqpUrl'>,
  read: (channel: Channel) => Promise<T>,
): Promise<T> {
  const broker = await connect(amqpUrl, { noDelay: true })
  // What goes wrong is told by the call that it goes wrong for.
  broker.on('error', () => undefined)
  try {
    const channel = await broker.createChannel()
    channel.on('error', () => undefined)
    return await read(channel)
  } finally {
    await broker.close()
  }
}
