import { type Channel, type ChannelModel, type ConfirmChannel, connect, type Options } from 'amqplib'
import type { Logger } from 'pino'
import { brokerAddresses } from './broker-addresses.ts'
import { declareTopology } from './topology.ts'

/** A connection that reconnects by itself, with topology declared and consumers running each time. */
export interface Broker {
  /** Whether a publish has a chance right now. */
  isReady(): boolean
  /**
   * Publishes persistently and resolves when the broker has confirmed that it is kept in a queue.
   * @throws when the connection is away or lost, the broker refuses, or no queue takes the message
   */
  publish(exchange: string, routingKey: string, content: Buffer, options: PublishOptions): Promise<void>
  /** Runs `setup` on a channel of its own now and after each reconnection. */
  onConnect(setup: (channel: Channel) => Promise<void>): Promise<void>
  /** Runs `read` on a channel that is closed afterwards, to look at queues. */
  withChannel<T>(read: (channel: Channel) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type PublishOptions = Options.Publish & { messageId: string }

export interface BrokerOptions {
  /** Of the broker, or of the nodes of its cluster, comma-separated: when one is lost, the next is tried. */
  url: string
  /** Put before every exchange and queue name. */
  queuePrefix?: string
  /** Shown by the broker beside the connection. */
  clientName: string
  log: Logger
  /** Whether to declare the topology; false where this user may not and somebody did. Default true. */
  declares?: boolean
  /** How long one publish may wait for its confirm; default 10 s. */
  confirmTimeoutMs?: number
}

/** A node that is cut off answers nothing: after so long the next one is tried. */
const connectTimeoutMs = 3_000

/** Connects to the broker and, if it may, declares the topology; retries until `close`. */
export async function connectBroker({
  url,
  queuePrefix = '',
  clientName,
  log,
  declares = true,
  confirmTimeoutMs = 10_000,
}: BrokerOptions): Promise<Broker> {
  const setups: ((channel: Channel) => Promise<void>)[] = []
  const returned = new Set<string>()
  let publisher: ConfirmChannel | null = null
  let closing = false

  // Whatever ends a channel (an error, a deleted queue, a late ack) is mended like a lost connection.
  const guard = (model: ChannelModel, channel: Channel) => {
    channel.on('error', (error) => log.error({ err: error }, 'broker channel failed'))
    channel.on('close', () => {
      if (publisher === channel) publisher = null
      if (!closing) model.close().catch(() => undefined)
    })
  }

  const runSetup = async (model: ChannelModel, setup: (channel: Channel) => Promise<void>) => {
    const channel = await model.createChannel()
    guard(model, channel)
    await setup(channel)
  }

  let current: ChannelModel | null = null
  const nodes = brokerAddresses(url)
  // Read anew at each try: whoever changes it says where the next one goes.
  const target: Options.Connect = { ...nodes.next() }
  const goOn = () => Object.assign(target, nodes.next())
  // Without noDelay each confirm can wait 40 ms for a delayed TCP acknowledgement.
  const connection = await connect(target, {
    noDelay: true,
    timeout: connectTimeoutMs,
    clientProperties: { connection_name: clientName },
    recovery: {
      waitForConnect: false,
      initialDelay: 100,
      maxDelay: 2_000,
      async setup(model: ChannelModel) {
        model.on('error', () => undefined)
        const channel = await model.createConfirmChannel()
        if (declares) await declareTopology(channel, queuePrefix)
        channel.on('return', (message) => returned.add(String(message.properties.messageId)))
        guard(model, channel)
        for (const setup of setups) await runSetup(model, setup)
        publisher = channel
        current = model
      },
    },
  })
  connection.on('error', (error) => log.warn({ err: error }, 'broker connection error'))
  connection.on('connect-failed', goOn)
  connection.on('disconnect', (error) => {
    goOn()
    publisher = null
    current = null
    log.warn({ reason: error.message }, 'broker connection lost')
  })
  await connection.waitForConnect()
  connection.on('connect', () => log.info({ host: target.hostname }, 'broker connected again'))

  const publish: Broker['publish'] = (exchange, routingKey, content, options) =>
    new Promise((resolve, reject) => {
      if (publisher === null) return reject(new Error('the broker is away'))
      const timer = setTimeout(
        () => reject(new Error('the broker did not confirm in time')),
        confirmTimeoutMs,
      )
      publisher.publish(
        exchange,
        routingKey,
        content,
        { persistent: true, mandatory: true, ...options },
        (error) => {
          clearTimeout(timer)
          if (error)
            return reject(error instanceof Error ? error : new Error('the broker refused the message'))
          if (returned.delete(options.messageId)) return reject(new Error(`no queue takes ${routingKey}`))
          resolve()
        },
      )
    })

  return {
    isReady: () => publisher !== null,
    publish,
    async onConnect(setup) {
      setups.push(setup)
      // A connection lost half-way is mended by the reconnection, which runs every setup again.
      if (current !== null) {
        await runSetup(current, setup).catch((error) => log.warn({ err: error }, 'broker setup cut short'))
      }
    },
    async withChannel(read) {
      const channel = await connection.createChannel()
      channel.on('error', () => undefined)
      try {
        return await read(channel)
      } finally {
        await channel.close().catch(() => undefined)
      }
    },
    async close() {
      closing = true
      await connection.close()
    },
  }
}
