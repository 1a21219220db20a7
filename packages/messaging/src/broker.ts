import { type Channel, type ChannelModel, type ConfirmChannel, connect, type Options } from 'amqplib'
import type { Logger } from 'pino'
import { brokerAddresses } from './broker-addresses.ts'
import { createFailureLog } from './failure-log.ts'
import { declareTopology, subscriptionsOf } from './topology.ts'

/**
 * Two connections that reconnect automatically: one declares the topology and publishes, the other one consumes, from the first
 * consumer on. A broker that is short of memory reads nothing from connections that publish: on the same connection it would not
 * get the acknowledgements that free its memory.
 * @see https://www.rabbitmq.com/docs/alarms
 */
export interface Broker {
  /** Whether it can publish now: the connection exists, and the broker, short of memory or disk space, does not block it. */
  isReady(): boolean
  /** Whether all consumers that were started have a connection. */
  isConsuming(): boolean
  /**
   * Publishes a persistent message and resolves when the broker has confirmed that a queue stores it.
   * @throws when there is no connection or it is lost, the broker blocks it or rejects the message, or no queue is bound
   */
  publish(exchange: string, routingKey: string, content: Buffer, options: PublishOptions): Promise<void>
  /** Runs `setup` on its own channel, which consumes, now and after each reconnection. */
  onConnect(setup: ConsumerSetup): Promise<void>
  /** Runs `read` on a temporary channel, for example to inspect queues. */
  withChannel<T>(read: (channel: Channel) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Subscription = ReturnType<typeof subscriptionsOf>[number]
type PublishOptions = Options.Publish & { messageId: string }
type ConsumerSetup = (channel: Channel) => Promise<void>

export interface BrokerOptions {
  /** The URL of the broker, or of the nodes of its cluster, comma-separated: if a node is down, the next one is tried. */
  url: string
  /** Prefix of every exchange and queue name. */
  queuePrefix?: string
  /** The name that the broker shows for these connections. */
  clientName: string
  log: Logger
  /** The subscriptions whose queues to declare: none if they exist and this user may not declare them. Default: all. */
  declares?: Subscription[]
  /** How long one publish may wait for its confirm; default 10 s. */
  confirmTimeoutMs?: number
}

/** A node that is cut off does not answer: the next one is tried after this time. */
const connectTimeoutMs = 3_000

/** Connects to the broker and declares the topology; retries until `close`, and logs why. */
export async function connectBroker({
  url,
  queuePrefix = '',
  clientName,
  log,
  declares = subscriptionsOf(),
  confirmTimeoutMs = 10_000,
}: BrokerOptions): Promise<Broker> {
  const returned = new Set<string>()
  let publisher: ConfirmChannel | null = null
  let blocked = false
  const declare = async (channel: Channel) => {
    if (declares.length > 0) await declareTopology(channel, queuePrefix, declares)
  }

  const publishing = await openConnection({
    url,
    clientName,
    log,
    async setup(model, guard) {
      const channel = await model.createConfirmChannel()
      await declare(channel)
      channel.on('return', (message) => returned.add(String(message.properties.messageId)))
      guard(channel)
      publisher = channel
    },
    lost() {
      publisher = null
      blocked = false
    },
  })
  publishing.on('blocked', (reason) => {
    blocked = true
    log.error({ reason }, 'the broker accepts no messages until it has memory or disk space again')
  })
  publishing.on('unblocked', () => {
    blocked = false
    log.info('the broker accepts messages again')
  })
  await publishing.waitForConnect()

  const consumers: ConsumerSetup[] = []
  let isReconnecting = false
  let startConsumer: ((setup: ConsumerSetup) => Promise<void>) | null = null
  const openConsuming = () =>
    openConnection({
      url,
      clientName: `${clientName} consumers`,
      log,
      async setup(model, guard) {
        const start = async (setup: ConsumerSetup) => {
          const channel = await model.createChannel()
          guard(channel)
          await setup(channel)
        }
        // A queue that was deleted is the reason for some reconnections.
        if (isReconnecting) await declare(await model.createChannel())
        isReconnecting = true
        for (const setup of consumers) await start(setup)
        startConsumer = start
      },
      lost() {
        startConsumer = null
      },
    })
  let consuming: ReturnType<typeof openConsuming> | undefined
  const isConsuming = () => consuming === undefined || startConsumer !== null

  const publish: Broker['publish'] = (exchange, routingKey, content, options) =>
    new Promise((resolve, reject) => {
      const channel = publisher
      if (channel === null) return reject(new Error('the broker is unavailable'))
      // A message would wait in memory, and be published once more by each retry.
      if (blocked) return reject(new Error('the broker accepts no messages'))
      const timer = setTimeout(() => {
        reject(new Error('the broker did not confirm in time'))
        // A queue without a majority of its nodes confirms nothing, and each retry would wait in memory, here and there: a closed
        // channel leads to a new connection. One that is blocked would not be closed before the alarm ends.
        if (blocked || publisher !== channel) return
        publisher = null
        channel.close().catch(() => undefined)
      }, confirmTimeoutMs)
      channel.publish(
        exchange,
        routingKey,
        content,
        { persistent: true, mandatory: true, ...options },
        (error) => {
          clearTimeout(timer)
          if (error)
            return reject(error instanceof Error ? error : new Error('the broker rejected the message'))
          if (returned.delete(options.messageId))
            return reject(new Error(`no queue is bound for ${routingKey}`))
          resolve()
        },
      )
    })

  return {
    isReady: () => publisher !== null && !blocked,
    publish,
    async onConnect(setup) {
      consumers.push(setup)
      if (startConsumer !== null) {
        return startConsumer(setup).catch((error) => log.warn({ err: error }, 'broker setup was interrupted'))
      }
      // The next connection starts all consumers.
      consuming ??= openConsuming()
      await (await consuming).waitForConnect()
    },
    isConsuming,
    async withChannel(read) {
      // Without a connection, amqplib would wait for the next one.
      if (consuming ? startConsumer === null : publisher === null)
        throw new Error('the broker is unavailable')
      const channel = await ((await consuming) ?? publishing).createChannel()
      channel.on('error', () => undefined)
      try {
        return await read(channel)
      } finally {
        await channel.close().catch(() => undefined)
      }
    },
    async close() {
      await Promise.all([publishing.close(), (await consuming)?.close()])
    },
  }
}

interface ConnectionOptions extends Pick<BrokerOptions, 'url' | 'clientName' | 'log'> {
  /** Runs after each connect. A channel that `guard` got and that closes ends the connection, and so leads to a new one. */
  setup: (model: ChannelModel, guard: (channel: Channel) => void) => Promise<void>
  /** Called when the connection ends. */
  lost: () => void
}

/** A connection that reconnects until it is closed, each time to the next node. Resolves before it is connected. */
async function openConnection({ url, clientName, log, setup, lost }: ConnectionOptions) {
  const nodes = brokerAddresses(url)
  // amqplib reads this object at each attempt, so changing it selects the next node.
  const target: Options.Connect = { ...nodes.next() }
  const selectNextNode = () => Object.assign(target, nodes.next())
  // Without noDelay each confirm can wait 40 ms for a delayed TCP acknowledgement.
  const connection = await connect(target, {
    noDelay: true,
    timeout: connectTimeoutMs,
    clientProperties: { connection_name: clientName },
    recovery: {
      waitForConnect: false,
      initialDelay: 100,
      maxDelay: 2_000,
      setup(model: ChannelModel) {
        model.on('error', () => undefined)
        // Any closed channel (an error, a deleted queue, a late ack) is handled like a lost connection: by reconnecting.
        return setup(model, (channel) => {
          channel.on('error', (error) => log.error({ err: error }, 'broker channel failed'))
          channel.on('close', () => {
            lost()
            model.close().catch(() => undefined)
          })
        })
      },
    },
  })
  connection.on('error', (error) => log.warn({ err: error }, 'broker connection error'))
  const logFailure = createFailureLog(log, 'the broker cannot be reached; trying again')
  connection.on('connect-failed', (error) => {
    logFailure(error, { host: target.hostname })
    selectNextNode()
  })
  connection.on('disconnect', (error) => {
    selectNextNode()
    lost()
    log.warn({ connection: clientName, reason: error.message }, 'broker connection lost')
  })
  void connection
    .waitForConnect()
    .then(() =>
      connection.on('connect', () =>
        log.info({ connection: clientName, host: target.hostname }, 'broker connected again'),
      ),
    )
    .catch(() => undefined)
  return connection
}
