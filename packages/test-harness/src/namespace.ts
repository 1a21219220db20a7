import { randomBytes } from 'node:crypto'
import { dropAll, StackError } from '@prankpost/local-stack'
import { MongoClient } from 'mongodb'

interface DropOptions {
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
  /** Removes its databases, and the queues and exchanges of the product's topology. */
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
    async drop({ databases = true, topology = true } = {}) {
      if (databases) await dropDatabases(mongodbUri, `${id}_`)
      if (topology) await dropAll(amqpUrl, queuePrefix)
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
