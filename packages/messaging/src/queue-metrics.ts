import type { EventName, ServiceName } from '@prankpost/contracts'
import { Gauge } from 'prom-client'
import type { Broker } from './broker.ts'
import { type Place, queuesOf } from './topology.ts'
import type { Unhandled } from './unhandled.ts'

interface MeasuredConsumer {
  service: ServiceName
  events: EventName[]
  broker: Broker
  queuePrefix: string
  unhandled: Unhandled
}

const consumers = new Set<MeasuredConsumer>()

/** Exports the metrics of a consumer's queues; returns a function that stops it. */
export function measureQueues(consumer: MeasuredConsumer): () => void {
  consumers.add(consumer)
  return () => void consumers.delete(consumer)
}

new Gauge({
  name: 'event_oldest_unhandled_seconds',
  help: 'Age of the oldest event that was received and is not handled yet, retries included',
  labelNames: ['event'],
  collect() {
    for (const { events, unhandled } of consumers) {
      for (const event of events) this.set({ event }, unhandled.oldestSeconds(event))
    }
  },
})

new Gauge({
  name: 'queue_messages',
  help: 'Messages in a queue: waiting for this service (work), for a retry (retry), for the operator (dead)',
  labelNames: ['queue', 'place'],
  async collect() {
    // Old values must not be exported as current ones.
    this.reset()
    for (const consumer of consumers) {
      for (const { labels } of measured(consumer)) this.set(labels, Number.NaN)
      await readDepths(consumer, (labels, messages) => this.set(labels, messages)).catch(() => undefined)
    }
  },
})

const measured = ({ service, events, queuePrefix }: MeasuredConsumer) => {
  const subscriptions = events.map((event) => ({ service, event }))
  return queuesOf(subscriptions, queuePrefix).map(({ place, queue: name }) => ({
    name,
    labels: { place, queue: name.slice(queuePrefix.length) },
  }))
}

async function readDepths(
  consumer: MeasuredConsumer,
  show: (labels: { queue: string; place: Place }, messages: number) => void,
): Promise<void> {
  await consumer.broker.withChannel(async (channel) => {
    for (const { name, labels } of measured(consumer)) {
      show(labels, (await channel.checkQueue(name)).messageCount)
    }
  })
}
