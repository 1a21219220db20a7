import { randomBytes } from 'node:crypto'
import { events } from '@prankpost/contracts'
import { StackError } from '@prankpost/local-stack'
import { connect } from 'amqplib'
import { MongoClient } from 'mongodb'

interface DropOptions {
  /** Further queues and exchanges, named without the prefix. */
  queues?: string[]
  exchanges?: string[]
  /** Whether the databases, and whether queues and exchanges, are dropped at all (default true). */
  databases?: boolean
  topology?: boolean
}

/** Databases and queues that belong to one test file alone. */
export interface TestNamespace {
  mongodbUri: string
  amqpUrl: string
  /** Put before `_<service>` in a database's name. */
  databasePrefix: string
  /** Put before each name of an exchange or a queue. */
  queuePrefix: string
  /** Removes its databases, and the queues and exchanges of the product's topology plus those named here. */
  drop(options?: DropOptions): Promise<void>
}

/**
 * A namespace that no other test file has, on the MongoDB and the broker of the test run.
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

/** AMQP cannot list queues, but deletes one that is not there without a complaint. */
async function dropTopology(
  url: string,
  prefix: string,
  queues: string[],
  exchanges: string[],
): Promise<void> {
  const connection = await connect(url, { noDelay: true })
  try {
    const channel = await connection.createChannel()
    const product = productTopology()
    const allQueues = [...product.queues, ...queues]
    await Promise.all(allQueues.map((queue) => channel.deleteQueue(`${prefix}${queue}`)))
    const allExchanges = [...product.exchanges, ...exchanges]
    await Promise.all(allExchanges.map((exchange) => channel.deleteExchange(`${prefix}${exchange}`)))
  } finally {
    await connection.close()
  }
}

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
    exchanges: ['prankpost.events', ...own, ...retries],
  }
}
