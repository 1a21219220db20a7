import { type EventName, events, type ServiceName } from '@prankpost/contracts'
import { type Broker, type BrokerOptions, connectBroker } from './broker.ts'
import { cloudEventsContentType, type OutboxEntry, toWire } from './cloud-event.ts'
import { type ConsumerOptions, type Handler, type Handlers, startConsumer } from './consumer.ts'
import { brokerNames, retryStages, subscriptionsOf } from './topology.ts'

const deadlineMs = 120_000

type TestBrokerOptions = Omit<BrokerOptions, 'declares' | 'clientName'>

/** Connects a service under test, and declares only its own queues: those of the whole system take the broker seconds. */
export const connectForTest = (service: ServiceName, options: TestBrokerOptions): Promise<Broker> =>
  connectBroker({ ...options, clientName: `${service} test`, declares: subscriptionsOf(service) })

/** Like `connectForTest`, but it connects when it is used: most tests of a service use no broker. */
export function connectWhenUsed(service: ServiceName, options: TestBrokerOptions): Broker {
  let connecting: Promise<Broker> | undefined
  const connect = () => {
    connecting ??= connectForTest(service, options)
    return connecting
  }
  return {
    isReady: () => true,
    isConsuming: () => true,
    publish: async (...message) => (await connect()).publish(...message),
    onConnect: async (setup) => (await connect()).onConnect(setup),
    withChannel: async (read) => (await connect()).withChannel(read),
    close: async () => (await connecting)?.close(),
  }
}

/** A service's consumer in a test, which reports the outcome of each message. */
export interface TestConsumer {
  /** Publishes an event like its owner's relay. Resolves after it was handled once: with null, or the error. */
  deliver(entry: OutboxEntry): Promise<Error | null>
  /** Delivers events one after the other. Resolves with the names of the errors. */
  deliverAll(...entries: OutboxEntry[]): Promise<string[]>
  /** Publishes raw content, which need not be a valid event, directly to the queue of an event. */
  deliverRaw(event: EventName, content: string, messageId: string): Promise<void>
  stop(): Promise<void>
}

/** Starts consuming a service's queues, with the service's own handlers. */
export async function consumeForTest<S extends ServiceName>(
  options: ConsumerOptions<S>,
): Promise<TestConsumer> {
  const { service, broker, queuePrefix = '' } = options
  const names = brokerNames(queuePrefix)
  // The same event may be delivered several times: each handling resolves one of its calls.
  let waiting: { id: string; resolve: (outcome: Error | null) => void }[] = []
  const settle = (id: string, outcome: Error | null) => {
    const first = waiting.find((one) => one.id === id)
    waiting = waiting.filter((one) => one !== first)
    first?.resolve(outcome)
  }
  const watched =
    (handle: Handler<EventName>): Handler<EventName> =>
    async (event) => {
      try {
        await handle(event)
        settle(event.id, null)
      } catch (error) {
        settle(event.id, error as Error)
        throw error
      }
    }
  const pairs = Object.entries(options.handlers) as [EventName, Handler<EventName>][]
  const handlers = Object.fromEntries(
    pairs.map(([name, handle]) => [name, watched(handle)]),
  ) as unknown as Handlers<S>
  const consumer = await startConsumer({ ...options, handlers })

  async function deliver(entry: OutboxEntry): Promise<Error | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Error | null>()
    const timer = setTimeout(() => reject(new Error(`${entry.type} was not handled in time`)), deadlineMs)
    waiting.push({ id: entry.id, resolve })
    await broker.publish(names.events, entry.type, toWire(events[entry.type].owner, entry), {
      messageId: entry.id,
      contentType: cloudEventsContentType,
    })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    deliver,
    async deliverAll(...entries) {
      const errors: string[] = []
      for (const entry of entries) {
        const error = await deliver(entry)
        if (error !== null) errors.push(error.name)
      }
      return errors
    },
    deliverRaw: (event, content, messageId) =>
      broker.publish(names.redeliver(service), names.queue(service, event), Buffer.from(content), {
        messageId,
        contentType: cloudEventsContentType,
      }),
    stop: () => consumer.stop(),
  }
}

/** Expires every message on a service's retry stages, as its TTL would. Returns the number of messages. */
export async function expireRetries({
  broker,
  service,
  queuePrefix = '',
}: {
  broker: Broker
  service: ServiceName
  queuePrefix?: string
}): Promise<number> {
  const names = brokerNames(queuePrefix)
  return broker.withChannel(async (channel) => {
    let expired = 0
    for (const { name: stage } of retryStages) {
      for (;;) {
        const message = await channel.get(names.retry(service, stage))
        if (message === false) break
        const { messageId, contentType, headers } = message.properties
        const copy = { messageId: String(messageId), contentType, headers }
        await broker.publish(names.redeliver(service), message.fields.routingKey, message.content, copy)
        channel.ack(message)
        expired += 1
      }
    }
    return expired
  })
}
