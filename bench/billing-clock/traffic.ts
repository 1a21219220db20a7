import { setTimeout as sleep } from 'node:timers/promises'
import { events } from '@prankpost/contracts'
import type { Stack } from '@prankpost/local-stack'
import { connect } from 'amqplib'
import type { DatabaseOf } from './ledgers/entries.ts'

/** More webhooks on their way than this, and simulated time waits. */
const enoughUnderWay = 200

/** What is on its way between the provider, the store and its services. */
export async function watchTraffic(stack: Stack, database: DatabaseOf) {
  const sent = database('stripe_sandbox').collection('events')
  const broker = await connect(stack.amqpUrl, { noDelay: true })
  const channel = await broker.createChannel()
  const isRunning = (service: string) => stack.processes.some(({ spec }) => spec.name === service)
  const queues = Object.entries(events).flatMap(([event, { readers }]) =>
    readers.filter((reader) => isRunning(reader)).map((reader) => `${stack.queuePrefix}${reader}.${event}`),
  )
  const messagesIn = async (names: string[]) => {
    const states = await Promise.all(names.map((name) => channel.checkQueue(name)))
    return states.reduce((sum, { messageCount }) => sum + messageCount, 0)
  }
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
    waiting: () => messagesIn(queues),
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
    /** Events that payment found by its own reading of the provider's list. */
    async healed(): Promise<number> {
      const replicas = stack.processes.filter(({ spec }) => spec.name === 'payment')
      const counts = await Promise.all(
        replicas.map(async ({ spec }) => {
          const text = await (await fetch(`${spec.url}/metrics`)).text()
          return Number(/^stripe_events_swept_total\{outcome="missed"\} (\d+)/m.exec(text)?.[1] ?? 0)
        }),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async close(): Promise<void> {
      await broker.close()
    },
  }
}

export type Traffic = Awaited<ReturnType<typeof watchTraffic>>
