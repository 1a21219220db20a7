import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, serviceNames } from '@prankpost/contracts'
import { type Broker, connectBroker } from '@prankpost/messaging'
import { durableWriteConcern } from '@prankpost/service-kit/write-concern'
import { type Db, MongoClient } from 'mongodb'
import { pino } from 'pino'
import { z } from 'zod'
import { Failure } from './failure.ts'

/** The addresses of a shop's databases and broker. */
export interface Addresses {
  mongodbUri: string
  amqpUrl: string
  databasePrefix: string
  queuePrefix: string
}

/** Connections to a shop's databases and broker. */
export interface Shop {
  database(service: ServiceName): Db
  /** The databases with the shop's prefix that belong to no service known here. */
  unknownDatabases(): Promise<string[]>
  broker: Broker
  queuePrefix: string
  close(): Promise<void>
}

const stackFile = z.object({
  mongodbUri: z.string(),
  amqpUrl: z.string(),
  sandboxUrl: z.string().nullish(),
})

/** The local stack that runs with this data folder, if there is one. */
export function runningStack(dataDir: string): z.infer<typeof stackFile> | null {
  const file = path.join(dataDir, 'stack.json')
  return existsSync(file) ? stackFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** The addresses in the environment, null if there are none. @throws {Failure} when only one of the two is set */
export function namedAddresses(env: NodeJS.ProcessEnv): Addresses | null {
  const { MONGODB_URI: mongodbUri, AMQP_URL: amqpUrl } = env
  if (!mongodbUri && !amqpUrl) return null
  if (!mongodbUri || !amqpUrl) throw new Failure('Set both MONGODB_URI and AMQP_URL, or none of them.')
  return { mongodbUri, amqpUrl, ...prefixes(env) }
}

/** The prefixes of database and queue names. */
export const prefixes = (env: NodeJS.ProcessEnv) => ({
  databasePrefix: env.DATABASE_PREFIX || 'prankpost',
  queuePrefix: env.QUEUE_PREFIX || '',
})

const brokerPatienceMs = 60_000

/** Connects to both; the user needs access to everything. @param declares whether missing queues are created */
export async function connectShop(addresses: Addresses, { declares }: { declares: boolean }): Promise<Shop> {
  const { mongodbUri, amqpUrl, databasePrefix, queuePrefix } = addresses
  const client = await connectMongo(mongodbUri)
  const broker = await Promise.race([
    connectBroker({
      url: amqpUrl,
      queuePrefix,
      clientName: 'backup',
      ...(!declares && { declares: [] }),
      log: pino({ level: 'silent' }),
    }),
    // Creating all queues of an empty broker takes a while.
    new Promise<null>((resolve) => setTimeout(resolve, brokerPatienceMs, null).unref()),
  ])
  if (broker === null) throw new Failure('The broker does not answer.')
  return {
    database: (service) => client.db(`${databasePrefix}${suffixOf(service)}`),
    unknownDatabases: () => findUnknown(client, databasePrefix),
    broker,
    queuePrefix,
    async close() {
      await broker.close()
      await client.close()
    },
  }
}

const suffixOf = (service: ServiceName) => `_${service.replaceAll('-', '_')}`

/** What the sandbox stores takes the place of Stripe's own data, which no backup contains. */
const knownSuffixes = [...serviceNames.map(suffixOf), '_stripe_sandbox']

/** `shop_staging_order` is no unknown database of `shop`: it is the database of a service of the shop `shop_staging`. */
async function findUnknown(client: MongoClient, databasePrefix: string): Promise<string[]> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  return databases
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${databasePrefix}_`))
    .filter((name) => !knownSuffixes.some((suffix) => name.endsWith(suffix)))
}

const copiedFirst: ServiceName[] = ['fulfilment', 'order', 'subscription', 'payment']
const copiedLast: ServiceName[] = ['contact', 'catalog', 'auth']
const otherServices = serviceNames.filter((name) => ![...copiedFirst, ...copiedLast].includes(name))
/** All services in the order in which their databases are copied; take-backup.ts explains the order. */
export const copyOrder: readonly ServiceName[] = [...copiedFirst, ...otherServices, ...copiedLast]

/** Connects with the services' write concern. */
async function connectMongo(uri: string): Promise<MongoClient> {
  try {
    const writeConcern = await durableWriteConcern(uri)
    const client = new MongoClient(uri, { appName: 'backup', serverSelectionTimeoutMS: 5_000, writeConcern })
    return await client.connect()
  } catch (error) {
    throw new Failure(`MongoDB does not answer: ${(error as Error).message}`)
  }
}
