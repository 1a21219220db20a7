import { randomBytes } from 'node:crypto'
import { events } from '@prankpost/contracts'
import { StackError } from '@prankpost/local-stack'
import { type ChannelModel, connect } from 'amqplib'
import { MongoClient } from 'mongodb'

interface DropOptions {
  /** Additional queues and exchanges, without the prefix. */
  queues?: string[]
  exchanges?: string[]
  /** Whether to drop the databases, and whether to drop queues and exchanges (both default to true). */
  databases?: boolean
  topology?: boolean
}

/** Databases and queues that only one test file uses. */
export interface TestNamespace {
  mongodbUri: string
  amqpUrl: string
  /** The prefix of a database name, followed by `_<service>`. */
  databasePrefix: string
  /** The prefix of each exchange and queue name. */
  queuePrefix: string
  /** Removes its databases, and the queues and exchanges of the product's topology, and those given here. */
  drop(options?: DropOptions): Promise<void>
}

/**
 * A namespace that no other test file uses, on the MongoDB and the broker of the test run.
 * @example const space = testNamespace(); afterAll(() => space.drop())
 */
export function testNamespace(servers: { mongodbUri?: string; amqpUrl?: string } = {}): TestNamespace {
  const id = `t${randomBytes(4).toString('hex')}`
  const mongodbUri = servers.mongodbUri ?? required('PRANKPOST_TEST_MONGODB_URI')
  const amqpUrl = servers.amqpUrl ?? required('PRANKPOST_TEST_AMQP_URL')
  const queuePrefix = `${id}.`
  return {
    mongodbUri,
    amqpUrl,
    databasePrefix: id,
    queuePrefix,
    async drop({ queues = [], exchanges = [], databases = true, topology = true } = {}) {
      if (databases) await dropDatabases(mongodbUri, `${id}_`)
      if (topology) await dropTopology(amqpUrl, queuePrefix, queues, exchanges)
    },
  }
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new StackError(`${name} is not set: the test run's global set-up sets it.`)
  return value
}

async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
    const own = databases.filter(({ name }) => name.startsWith(prefix))
    await Promise.all(own.map(({ name }) => client.db(name).dropDatabase()))
  } finally {
    await client.close()
  }
}

const stages = ['1s', '10s', '1m', '10m']

/** AMQP cannot list queues, but it deletes a missing queue without an error. */
async function dropTopology(
  url: string,
  prefix: string,
  queues: string[],
  exchanges: string[],
): Promise<void> {
  const connection = await connect(url, { noDelay: true })
  try {
    const channel = await connection.createChannel()
    const isUsed = await isThere(connection, `${prefix}${eventsExchange}`)
    const product = isUsed ? productTopology() : { queues: [], exchanges: [] }
    const allQueues = [...product.queues, ...queues]
    await Promise.all(allQueues.map((queue) => channel.deleteQueue(`${prefix}${queue}`)))
    const allExchanges = [...product.exchanges, ...exchanges]
    await Promise.all(allExchanges.map((exchange) => channel.deleteExchange(`${prefix}${exchange}`)))
  } finally {
    await connection.close()
  }
}

/** Whether an exchange exists. The topology begins with that of the events, and many tests need none of it. */
async function isThere(connection: ChannelModel, exchange: string): Promise<boolean> {
  const channel = await connection.createChannel()
  // The broker closes the channel if there is none.
  channel.on('error', () => undefined)
  return channel.checkExchange(exchange).then(
    () => true,
    () => false,
  )
}

const eventsExchange = 'prankpost.events'

/** The names that the messaging package gives to queues and exchanges. */
function productTopology(): { queues: string[]; exchanges: string[] } {
  const readings = Object.entries(events).flatMap(([event, { readers }]) =>
    readers.map((reader) => ({ reader, queue: `${reader}.${event}` })),
  )
  const readers = [...new Set(readings.map(({ reader }) => reader))]
  const retries = readers.flatMap((reader) => stages.map((stage) => `${reader}.retry.${stage}`))
  const own = readers.flatMap((reader) => [`${reader}.redeliver`, `${reader}.dead`])
  return {
    queues: [...readings.flatMap(({ queue }) => [queue, `${queue}.dead`]), ...retries],
    exchanges: [eventsExchange, ...own, ...retries],
  }
}
