import {
  adminPasswordHeader,
  type CustomerDataService,
  events,
  type exportPart,
  type ServiceName,
  serviceNames,
} from '@prankpost/contracts'
import {
  type Broker,
  createEmitter,
  declareTopology,
  listDeadLetters,
  type OutboxEntry,
  subscriptionsOf,
} from '@prankpost/messaging'
import { connectWhenUsed, consumeForTest, type TestConsumer } from '@prankpost/messaging/testing'
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
import { invalid, notFound } from '../errors.ts'
import { createInternalClient, type InternalClient } from '../http/internal-client.ts'
import { createLogger } from '../ops/log.ts'
import type { CustomerData } from '../personal-data/customer-data.ts'
import type { Erasure } from '../personal-data/erasure.model.ts'
import {
  type CallOptions,
  serveForTest,
  type TestAnswer,
  testKeys,
  testPublicUrl,
  testServiceKeys,
} from './app.ts'

export const testAdminPassword = 'prankmaster'

/** The databases and queues of one test file. */
interface TestSpace {
  mongodbUri: string
  amqpUrl: string
  databasePrefix: string
  queuePrefix: string
  /** Removes them when the service is closed; without it they stay for a further service. */
  drop?(options: { topology: boolean }): Promise<void>
}

/** The answers of another service, by the path of a call. A function returns the body or throws an AppError. */
export interface StandIn {
  get?: (path: string) => unknown
  post?: (path: string, body: unknown) => unknown
}

/** A client of a service that a test simulates. */
export function standInClient({ get = nothing, post = nothing }: StandIn): InternalClient {
  return {
    get: async (path, schema) => schema.parse(await get(path)),
    post: async (path, schema, body) => schema.parse(await post(path, body)),
  }
}

const nothing = () => {
  throw notFound()
}

/** What catalog answers to GET /internal/discounts: MARKYMARC, and the given codes. */
export function standInDiscount(path: string, codes: Record<string, object> = {}): object {
  const code = new URL(path, 'http://catalog').searchParams.get('code')?.toUpperCase() ?? ''
  const terms = { kind: 'unitPrice', value: 99, isLimited: false, firstOrderOnly: false }
  const known: Record<string, object> = { MARKYMARC: {}, ...codes }
  if (known[code] === undefined) throw invalid('The discount code you entered is not valid.')
  return { code, ...terms, ...known[code] }
}

/** Simulates auth: it checks the admin password and receives exports. `get` and `post` answer all other calls. */
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
    /** The customer's data that auth returns. */
    known,
    /** The received parts of a customer's export. */
    parts,
  }
}

interface TestOptions {
  /** The service's own environment variables. */
  env?: Record<string, string | number>
  auth?: StandIn
  /** The other services that it calls. */
  others?: Partial<Record<ServiceName, InternalClient>>
  /** A service that is disconnected from the broker cannot consume. */
  broker?: 'connected' | 'disconnected'
  now?: () => Date
}

/** A service under test: its definition composed and served. */
export interface TestService<S extends ServiceName, M, D>
  extends Omit<ComposedService<S, M, D>, 'customerData'>,
    Omit<TestConsumer, 'stop'> {
  url: string
  call: Awaited<ReturnType<typeof serveForTest>>['call']
  /** A call of the operator. */
  operator(
    method: string,
    path: string,
    body?: unknown,
    headers?: CallOptions['headers'],
  ): Promise<TestAnswer>
  connection: Connection
  broker: Broker
  queuePrefix: string
  /** Access to the exports and erasures of customers' data. */
  customerData: {
    known: { verifiedEmail: string | null }
    parts: z.output<typeof exportPart>[]
    /** Repeats the erasures that are due. */
    check(): Promise<boolean>
    /** The stored record of an erasure; null before the erasure. */
    erasure(ownerId: string): Promise<Erasure | null>
  }
  /** A client with which another service calls this one. */
  clientFor(from: ServiceName, options?: { timeoutMs?: number }): InternalClient
  /** Starts consuming its queues; the first delivery does this, too. */
  consume(): Promise<TestConsumer>
  /** Declares the queues of all services, and publishes the events of the outboxes from now on. */
  startRelays(): Promise<void>
  deadLetters(event: string): ReturnType<typeof listDeadLetters>
  close(): Promise<void>
}

/** Runs a service's definition in this process, with its own database. The test simulates the other services. */
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
      ? connectWhenUsed(name, { url: space.amqpUrl, queuePrefix, log })
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
      if (client === undefined) throw new Error(`${name} calls ${to}, which this test does not simulate`)
      return client
    },
    ...(now && { now }),
  })
  await ensureIndexes(connection)
  await definition.prepare?.(service.deps)
  const server = await serveForTest(service.app)
  let consuming: Promise<TestConsumer> | undefined
  const consume = () => {
    const { handlers } = service
    consuming ??= consumeForTest({ service: name, handlers, broker, log, queuePrefix })
    return consuming
  }

  return {
    ...service,
    url: server.url,
    call: server.call,
    operator: (method, path, body, headers) =>
      server.call(method, path, {
        body,
        headers: { [adminPasswordHeader]: testAdminPassword, ...headers },
      }),
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
        // A machine that runs many tests is slow.
        timeoutMs: 20_000,
        ...options,
      }),
    consume,
    deliver: async (entry) => (await consume()).deliver(entry),
    deliverAll: async (...entries) => (await consume()).deliverAll(...entries),
    deliverRaw: async (...message) => (await consume()).deliverRaw(...message),
    async startRelays() {
      const read = subscriptionsOf().filter(({ event }) => events[event].owner === name)
      await broker.withChannel((channel) => declareTopology(channel, queuePrefix, read))
      for (const relay of service.relays) relay.start()
    },
    deadLetters: (event) => listDeadLetters({ broker, queuePrefix, service: name, event: event as never }),
    async close() {
      await server.close()
      await (await consuming)?.stop()
      await Promise.all(service.relays.map((relay) => relay.stop()))
      await broker.close()
      await connection.close()
      await space.drop?.({ topology: brokerState === 'connected' })
    },
  }
}

/** The variables that every service requires. The URLs of other services point to a closed port. */
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
const nowIso = () => new Date().toISOString()

/** The event that auth publishes when a customer requests an export. */
export const exportRequested = (ownerId: string) =>
  emit('customer-export-requested', ownerId, { exportId: ownerId, ownerId, requestedAt: nowIso() })

/** The event that auth publishes when a customer deletes the account. */
export const deletionRequested = (ownerId: string, requestedAt = nowIso()) =>
  emit('customer-deletion-requested', ownerId, { receipt: 'AAAA-BBBB-2345', ownerId, requestedAt })

/** Converts an outbox entry to the event that a handler receives, for tests without a queue. */
export const eventOf = (entry: OutboxEntry) => ({ ...entry, source: 'auth' }) as never
