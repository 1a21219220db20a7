import {
  type CustomerDataService,
  type exportPart,
  type ServiceName,
  serviceNames,
} from '@prankpost/contracts'
import {
  type Broker,
  connectBroker,
  createEmitter,
  listDeadLetters,
  type OutboxEntry,
} from '@prankpost/messaging'
import { consumeForTest, type TestConsumer } from '@prankpost/messaging/testing'
import type { Connection } from 'mongoose'
import type { z } from 'zod'
import { urlVariable } from '../config.ts'
import { connectDatabase, databaseAnswers, ensureIndexes } from '../data/database.ts'
import {
  type BaseConfig,
  type ComposedService,
  composeService,
  type ServiceDefinition,
} from '../define-service.ts'
import { notFound } from '../errors.ts'
import { createInternalClient, type InternalClient } from '../http/internal-client.ts'
import { createLogger } from '../ops/log.ts'
import type { CustomerData } from '../personal-data/customer-data.ts'
import type { Erasure } from '../personal-data/erasure.model.ts'
import { serveForTest, testKeys, testPublicUrl, testServiceKeys } from './app.ts'

export const testAdminPassword = 'prankmaster'

/** The databases and queues of one test file. */
interface TestSpace {
  mongodbUri: string
  amqpUrl: string
  databasePrefix: string
  queuePrefix: string
}

/** What another service would answer, by the path of a call. A function answers the body, or throws an AppError. */
export interface StandIn {
  get?: (path: string) => unknown
  post?: (path: string, body: unknown) => unknown
}

/** A client of a service that a test plays. */
export function standInClient({ get = nothing, post = nothing }: StandIn): InternalClient {
  return {
    get: async (path, schema) => schema.parse(await get(path)),
    post: async (path, schema, body) => schema.parse(await post(path, body)),
  }
}

const nothing = () => {
  throw notFound()
}

/** Plays auth for a service: checks the admin password, and takes exports. `others` answers all other calls. */
export function standInForAuth({ get = nothing, post = nothing }: StandIn = {}) {
  const parts: z.output<typeof exportPart>[] = []
  const known = { verifiedEmail: null as string | null }
  const client = standInClient({
    get: (path) => (path.startsWith('/internal/data-subjects/') ? known : get(path)),
    post(path, body) {
      if (path === '/internal/admin-password') {
        return { valid: (body as { password: string }).password === testAdminPassword }
      }
      if (path !== '/internal/export-parts') return post(path, body)
      parts.push(body as z.output<typeof exportPart>)
      return { wanted: true }
    },
  })
  return {
    client,
    /** What auth knows of the customer. */
    known,
    /** What was brought for a customer's file. */
    parts,
  }
}

interface TestOptions {
  /** Environment variables of the service's own. */
  env?: Record<string, string | number>
  auth?: StandIn
  /** The other services that it calls. */
  others?: Partial<Record<ServiceName, InternalClient>>
  /** Without a connection to the broker nothing can be consumed. */
  broker?: 'connected' | 'away'
  now?: () => Date
}

/** A service under test: its definition composed and served. */
export interface TestService<S extends ServiceName, M, D>
  extends Omit<ComposedService<S, M, D>, 'customerData'> {
  url: string
  call: Awaited<ReturnType<typeof serveForTest>>['call']
  connection: Connection
  broker: Broker
  queuePrefix: string
  /** What became of a customer's data. */
  customerData: {
    known: { verifiedEmail: string | null }
    parts: z.output<typeof exportPart>[]
    /** Erases again where that is due. */
    check(): Promise<boolean>
    /** What was written down of an erasure; null before it. */
    erasure(ownerId: string): Promise<Erasure | null>
  }
  /** A client with which another service calls this one. */
  clientFor(from: ServiceName, options?: { timeoutMs?: number }): InternalClient
  /** Starts consuming its queues. */
  consume(): Promise<TestConsumer>
  deadLetters(event: string): ReturnType<typeof listDeadLetters>
  close(): Promise<void>
}

/** Runs a service's definition in this process, with a database of its own and the other services played by the test. */
export async function startServiceForTest<S extends ServiceName, C extends BaseConfig, M, D>(
  definition: ServiceDefinition<S, C, M, D>,
  space: TestSpace,
  { env = {}, auth: answers, others = {}, broker: brokerState = 'connected', now }: TestOptions = {},
): Promise<TestService<S, M, D>> {
  const { name } = definition
  const { queuePrefix } = space
  const config = definition.config.parse({ ...environmentOf(space), ...env })
  const log = createLogger(name, 'silent')
  const connection = await connectDatabase(name, config)
  const broker =
    brokerState === 'connected'
      ? await connectBroker({ url: space.amqpUrl, queuePrefix, clientName: `${name} test`, log })
      : ({ isReady: () => false, close: async () => undefined } as Broker)
  const auth = standInForAuth(answers)
  const service = await composeService(definition, {
    config,
    connection,
    broker,
    log,
    isReady: () => databaseAnswers(connection),
    clientOf(to) {
      const client = to === 'auth' ? auth.client : others[to]
      if (client === undefined) throw new Error(`${name} calls ${to}, which this test does not play`)
      return client
    },
    ...(now && { now }),
  })
  await ensureIndexes(connection)
  await definition.prepare?.(service.deps)
  const server = await serveForTest(service.app)
  const consumers: TestConsumer[] = []

  return {
    ...service,
    url: server.url,
    call: server.call,
    connection,
    broker,
    queuePrefix,
    customerData: {
      known: auth.known,
      parts: auth.parts,
      check: () => (service.customerData as CustomerData<CustomerDataService>).check(),
      erasure: (ownerId) => connection.collection<Erasure>('erasures').findOne({ _id: ownerId }),
    },
    clientFor: (from, options = {}) =>
      createInternalClient({
        from,
        to: name,
        urls: [server.url],
        privateKey: testServiceKeys.privateKey,
        ...options,
      }),
    async consume() {
      const consumer = await consumeForTest({
        service: name,
        handlers: service.handlers,
        broker,
        log,
        queuePrefix,
      })
      consumers.push(consumer)
      return consumer
    },
    deadLetters: (event) => listDeadLetters({ broker, queuePrefix, service: name, event: event as never }),
    async close() {
      await server.close()
      await Promise.all(consumers.map((consumer) => consumer.stop()))
      await Promise.all(service.relays.map((relay) => relay.stop()))
      await broker.close()
      await connection.close()
    },
  }
}

/** The variables that every service needs; those of other services lead nowhere. */
const environmentOf = (space: TestSpace) => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  PORT: 0,
  PUBLIC_URL: testPublicUrl,
  MONGODB_URI: space.mongodbUri,
  DATABASE_PREFIX: space.databasePrefix,
  AMQP_URL: space.amqpUrl,
  QUEUE_PREFIX: space.queuePrefix,
  SESSION_PUBLIC_KEY: testKeys.public,
  SERVICE_PRIVATE_KEY: testServiceKeys.privateKey,
  SERVICE_PUBLIC_KEYS: JSON.stringify(testServiceKeys.publicKeys),
  ...Object.fromEntries(serviceNames.map((name) => [urlVariable(name), 'http://127.0.0.1:9'])),
})

const emit = createEmitter('auth')
const lately = () => new Date().toISOString()

/** A customer asks for their data, as auth tells it. */
export const exportRequested = (ownerId: string) =>
  emit('customer-export-requested', ownerId, { exportId: ownerId, ownerId, requestedAt: lately() })

/** A customer deletes the account, as auth tells it. */
export const deletionRequested = (ownerId: string, requestedAt = lately()) =>
  emit('customer-deletion-requested', ownerId, { receipt: 'AAAA-BBBB-2345', ownerId, requestedAt })

/** An event of an outbox as a handler gets it, where a test has no queue. */
export const eventOf = (entry: OutboxEntry) => ({ ...entry, source: 'auth' }) as never
