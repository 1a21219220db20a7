import {
  type CustomerDataService,
  type CustomerService,
  customerDataServices,
  customerServices,
  type ServiceName,
} from '@prankpost/contracts'
import {
  type Broker,
  createOutbox,
  createRelay,
  databaseNow,
  type Handlers,
  type Outbox,
  type OutboxDocument,
  type Relay,
} from '@prankpost/messaging'
import type { Express } from 'express'
import type { Connection, Model } from 'mongoose'
import type { z } from 'zod'
import { createAuditTrail } from './auth/audit.ts'
import { type BlockedCustomers, createBlockedCustomers } from './auth/blocked-customers.ts'
import { createEndedSessions, type EndedSessions } from './auth/ended-sessions.ts'
import { createOperatorCheck } from './auth/operator-check.ts'
import { type BrokerConfig, reconciliationConfig, type ServiceConfig, urlVariable } from './config.ts'
import { createReconciliation, type ReconciliationOptions } from './data/reconciliation.ts'
import { createHttpApp } from './http/http-app.ts'
import { createInternalClient, type InternalClient } from './http/internal-client.ts'
import { type InternalRoute, mountInternal } from './http/internal-routes.ts'
import { type AccessChecks, mountRoutes, type Route } from './http/routes.ts'
import { deadLetterRoutes } from './ops/dead-letter-routes.ts'
import type { Logger } from './ops/log.ts'
import type { Task } from './ops/sweep.ts'
import {
  type CustomerData,
  type CustomerDataEvent,
  createCustomerData,
  type PersonalData,
} from './personal-data/customer-data.ts'

/** The configuration that every service has. */
export type BaseConfig = ServiceConfig & BrokerConfig

/** The events whose handlers the kit adds. */
type KitEvent<S extends ServiceName> =
  | CustomerDataEvent
  | (S extends CustomerService ? keyof (EndedSessions & BlockedCustomers)['handlers'] : never)

/** The handlers that a service defines itself. */
export type OwnHandlers<S extends ServiceName> = Omit<Handlers<S>, KitEvent<S>>

/** What a service builds its dependencies and tasks from. */
interface ServiceContext<C, M> {
  config: C
  models: M
  connection: Connection
  log: Logger
  /** The current time by the clock of the database. */
  now: () => Date
  /** Creates the outbox of a collection; its relay runs with the service. */
  outboxOf<T extends OutboxDocument & { _id: unknown }>(model: Model<T>): Outbox<T>
  /** Creates a task that reconciles with another service's recent events; requires RECONCILE_* in the configuration. */
  reconciliation<K extends string>(
    options: Omit<ReconciliationOptions<K>, 'connection' | 'log' | 'settleMs' | 'everyMs'>,
  ): Task
  /** Returns a client of another service, at the URLs from the configuration. */
  clientOf(to: ServiceName, options?: { timeoutMs?: number }): InternalClient
}

/** Everything in which a service differs from the others. The process and the tests run the same definition. */
export interface ServiceDefinition<S extends ServiceName, C extends BaseConfig, M, D> {
  name: S
  config: z.ZodType<C>
  /** Its collections: each function registers a model on the connection. */
  models: { [K in keyof M]: (connection: Connection) => M[K] }
  /** The dependencies of its use cases. */
  deps: (context: ServiceContext<C, M>) => D | Promise<D>
  /** The HTTP map. */
  routes?: (deps: D) => Route[]
  /** The endpoints that other services may call. */
  internalRoutes?: (deps: D) => InternalRoute[]
  /** The message map; the kit adds ended sessions, blocked customers and customer data. */
  events: (deps: D) => OwnHandlers<S>
  /** The personal data of customers that it stores. */
  customerData?: (deps: D) => PersonalData
  /** Access checks that replace the kit's. */
  access?: (deps: D) => Pick<AccessChecks, 'endedSessions' | 'operatorCheck' | 'audit'>
  /** Mounts middleware before the routes. */
  beforeRoutes?: (app: Express) => void
  /** Recurring work. */
  tasks?: (deps: D, context: ServiceContext<C, M>) => Task[]
  /** Runs in each process before it accepts events and calls, such as seeds and backfills. Must be idempotent. */
  prepare?: (deps: D) => Promise<unknown>
  /** Registers metrics that are read from the database. */
  metrics?: (deps: D) => void
}

/** Returns the definition unchanged; it exists for type inference. */
export function defineService<S extends ServiceName, C extends BaseConfig, M, D>(
  definition: ServiceDefinition<S, C, M, D>,
): ServiceDefinition<S, C, M, D> {
  return definition
}

/** The resources that a service is composed with. */
export interface Surroundings<C> {
  config: C
  connection: Connection
  broker: Broker
  log: Logger
  isReady: () => Promise<boolean>
  /** Replaces the clients that call the configured URLs. */
  clientOf?: ServiceContext<C, unknown>['clientOf']
  now?: () => Date
}

/** A composed service, before any part of it runs. */
export interface ComposedService<S extends ServiceName, M, D> {
  deps: D
  models: M
  app: Express
  handlers: Handlers<S>
  customerData: CustomerData<CustomerDataService> | undefined
  relays: Relay[]
  /** The recurring work of the service and of the kit, relays included. */
  tasks(): Task[]
}

/** Composes a service: its models, dependencies, HTTP app and message map. Nothing is started. */
export async function composeService<S extends ServiceName, C extends BaseConfig, M, D>(
  definition: ServiceDefinition<S, C, M, D>,
  { config, connection, broker, log, isReady, ...replaced }: Surroundings<C>,
): Promise<ComposedService<S, M, D>> {
  const { name } = definition
  const queuePrefix = config.QUEUE_PREFIX
  const relays: Relay[] = []
  const context: ServiceContext<C, M> = {
    config,
    models: createModels(definition.models, connection),
    connection,
    log,
    now: replaced.now ?? (() => databaseNow(connection)),
    outboxOf(model) {
      const relay = createRelay({ service: name, model, broker, log, queuePrefix })
      relays.push(relay)
      return createOutbox(model, relay.notify)
    },
    reconciliation: (options) =>
      createReconciliation({ ...options, connection, log, ...reconciliationTimes(config) }),
    clientOf: replaced.clientOf ?? createClientOf(name, config),
  }
  const deps = await definition.deps(context)

  const endedSessions = includes(customerServices, name) ? createEndedSessions(connection) : undefined
  const blockedCustomers = includes(customerServices, name) ? createBlockedCustomers(connection) : undefined
  const customerData =
    definition.customerData && includes(customerDataServices, name)
      ? createCustomerData({
          service: name as CustomerDataService,
          personalData: definition.customerData(deps),
          connection,
          broker,
          auth: context.clientOf('auth'),
          log,
          queuePrefix,
          ...(endedSessions && { sessions: endedSessions }),
        })
      : undefined
  const ownHandlers = {
    ...definition.events(deps),
    ...endedSessions?.handlers,
    ...blockedCustomers?.handlers,
  }
  const handlers = (customerData?.guard(ownHandlers as never) ?? ownHandlers) as unknown as Handlers<S>

  const checks: AccessChecks = {
    publicUrl: config.PUBLIC_URL,
    sessionPublicKey: config.SESSION_PUBLIC_KEY,
    ...(endedSessions && { endedSessions }),
    ...(blockedCustomers && { blockedCustomers }),
    ...(definition.access?.(deps) ?? {
      operatorCheck: createOperatorCheck(context.clientOf('auth')),
      audit: createAuditTrail({ service: name, connection, log }),
    }),
  }
  const app = createHttpApp({
    log,
    publicUrl: config.PUBLIC_URL,
    isReady,
    mount(app) {
      definition.beforeRoutes?.(app)
      const deadLetters = deadLetterRoutes({ service: name, broker, queuePrefix, log })
      mountRoutes(app, [...(definition.routes?.(deps) ?? []), ...deadLetters], checks)
      mountInternal(app, name, config.SERVICE_PUBLIC_KEYS, definition.internalRoutes?.(deps) ?? [])
    },
  })

  return {
    deps,
    models: context.models,
    app,
    handlers,
    customerData,
    relays,
    tasks: () => [
      ...relays,
      ...(customerData ? [customerData] : []),
      ...(definition.tasks?.(deps, context) ?? []),
    ],
  }
}

const includes = (names: readonly ServiceName[], name: ServiceName) => names.includes(name)

function createModels<M>(
  models: { [K in keyof M]: (connection: Connection) => M[K] },
  connection: Connection,
): M {
  const names = Object.keys(models) as (keyof M)[]
  return Object.fromEntries(names.map((name) => [name, models[name](connection)])) as M
}

function reconciliationTimes(config: object) {
  const { RECONCILE_AFTER_MS, RECONCILE_EVERY_MS } = reconciliationConfig.parse(config)
  return { settleMs: RECONCILE_AFTER_MS, everyMs: RECONCILE_EVERY_MS }
}

/**
 * Returns clients of other services, one for each service and timeout.
 * @throws when the configuration does not contain the other service's URLs
 */
export function createClientOf(
  from: ServiceName,
  config: Pick<BaseConfig, 'SERVICE_PRIVATE_KEY'>,
): ServiceContext<unknown, unknown>['clientOf'] {
  const clients = new Map<string, InternalClient>()
  const create = (to: ServiceName, timeoutMs?: number) => {
    const urls = (config as unknown as Record<string, string[] | undefined>)[urlVariable(to)]
    if (urls === undefined) throw new Error(`${from} has no ${urlVariable(to)}`)
    return createInternalClient({ from, to, urls, privateKey: config.SERVICE_PRIVATE_KEY, timeoutMs })
  }
  return (to, { timeoutMs } = {}) => {
    const key = `${to} ${timeoutMs}`
    const client = clients.get(key) ?? create(to, timeoutMs)
    clients.set(key, client)
    return client
  }
}
