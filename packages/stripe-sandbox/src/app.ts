import express, { type Express, urlencoded } from 'express'
import type { Collection, Db, Filter, UpdateFilter } from 'mongodb'
import type { Logger } from 'pino'
import { startAlarm } from './alarm.ts'
import { type Checkout, openCheckouts } from './checkout.model.ts'
import { openCustomers } from './customer.model.ts'
import { createCustomerLedger } from './customer-ledger.ts'
import { answerErrors, unknownAddress } from './http/answer-errors.ts'
import { nameRequest, refuseConcurrentKeys, requireTestKey } from './http/api-call.ts'
import { createApiDelay } from './http/api-delay.ts'
import { customerRoutes } from './http/customer-routes.ts'
import { eventRoutes } from './http/event-routes.ts'
import { pageRoutes } from './http/page-routes.ts'
import { paymentRoutes } from './http/payment-routes.ts'
import { planRoutes } from './http/plan-routes.ts'
import { portalRoutes } from './http/portal-routes.ts'
import { sessionRoutes } from './http/session-routes.ts'
import { testRoutes } from './http/test-routes.ts'
import type { LedgerDocument, RecordedEvent } from './ledger.model.ts'
import { createLedger } from './ledger.ts'
import { resumeDuePlan } from './use-cases/bill-plan.ts'
import { expireOverdueSession } from './use-cases/close-session.ts'
import { settleDueRefunds } from './use-cases/refund-payment.ts'
import { type Chaos, calm, planDeliveries } from './webhooks/chaos.ts'
import { openEventLog, type StoredEvent } from './webhooks/event-log.ts'
import type { WebhookTarget } from './webhooks/post.ts'
import { startSender } from './webhooks/sender.ts'

/** The dependencies of a sandbox. */
export interface SandboxDeps {
  db: Db
  /** Where events are sent; null keeps them in the log only. */
  webhook: WebhookTarget | null
  /** The base of the hosted page's address, e.g. `http://localhost:8090`. */
  publicUrl: string
  logger: Logger
  /** The clock of sessions and plans; webhooks always use the real one. */
  now?: () => Date
}

/** A running sandbox: mount `app` on a server, and call `stop` before the database is closed. */
export interface Sandbox {
  app: Express
  /** Expires overdue sessions; this also happens automatically. */
  expireOverdue: () => Promise<void>
  /** Applies the bank's answers to refunds that are due; this also happens automatically. */
  settleRefunds: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a sandbox on its database and continues what an earlier process left unfinished. */
export async function createSandbox(deps: SandboxDeps): Promise<Sandbox> {
  const { db, webhook, publicUrl, logger, now = () => new Date() } = deps
  const checkouts = await openCheckouts(db)
  const people = await openCustomers(db)
  const log = await openEventLog(db)
  const settings = db.collection<{ _id: 'chaos'; chaos: Chaos }>('settings')
  let chaos = (await settings.findOne({ _id: 'chaos' }))?.chaos ?? calm
  const sender = webhook && startSender(log, webhook, logger)

  const logFault = (error: unknown) => logger.error({ err: error }, 'a background task failed; it is retried')
  const outboxes = startAlarm(emptyOutboxes, logFault)
  const ledger = createLedger({ model: checkouts, publish })
  const customerLedger = createCustomerLedger(people, checkouts, publish)

  function toStoredEvent({ id: _id, type, createdAt, body }: RecordedEvent): StoredEvent {
    const isSent = sender !== null && (webhook?.types?.includes(type) ?? true)
    return { _id, type, createdAt, body, deliveries: isSent ? planDeliveries(chaos, new Date()) : [] }
  }

  /** Writes events from a document's outbox to the log, sends those that are new, and removes them from the outbox. */
  async function publish<T extends LedgerDocument>(model: Collection<T>, { _id, outbox }: T): Promise<void> {
    if (outbox.length === 0) return
    try {
      const added = await log.add(outbox.map(toStoredEvent))
      sender?.send(added)
      const isLogged = { id: { $in: outbox.map((event) => event.id) } }
      const filter = { _id } as Filter<T>
      await model.updateOne(filter, { $pull: { outbox: isLogged } } as unknown as UpdateFilter<T>)
    } catch (error) {
      // The change is stored and its events wait in the outbox, so the caller's request did not fail.
      logFault(error)
      outboxes.wakeBy(new Date(Date.now() + 1000))
    }
  }

  async function emptyOutboxes(): Promise<null> {
    const unpublished = { 'outbox.id': { $exists: true } }
    for await (const checkout of checkouts.find(unpublished)) await publish(checkouts, checkout)
    for await (const customer of people.customers.find(unpublished)) await publish(people.customers, customer)
    // An attempt that failed halfway may have written events to the log without sending them.
    sender?.wake()
    return null
  }

  /** Makes a change that is due by time alone to every checkout that `isDue` finds at the current time. */
  async function applyDue(
    isDue: (by: { $lte: Date }) => Filter<Checkout>,
    decide: Parameters<typeof ledger.change>[2],
  ): Promise<void> {
    const due = checkouts.find(isDue({ $lte: now() })).project<{ _id: string }>({ _id: 1 })
    for await (const { _id } of due) await ledger.change({ _id }, { now: now(), request: null }, decide)
  }
  const expireOverdue = () => applyDue((by) => ({ status: 'open', expiresAt: by }), expireOverdueSession)
  const settleRefunds = () => applyDue((by) => ({ 'payments.refunds.settlesAt': by }), settleDueRefunds)
  const resumePlans = () =>
    applyDue((by) => ({ 'plan.pause.resumesAt': by, 'plan.pause.isPlayed': false }), resumeDuePlan)

  const dueChanges = startAlarm(async () => {
    await expireOverdue()
    await settleRefunds()
    await resumePlans()
    return new Date(Date.now() + 1000)
  }, logFault)

  async function setChaos(wanted: Chaos): Promise<void> {
    await settings.replaceOne({ _id: 'chaos' }, { chaos: wanted }, { upsert: true })
    chaos = wanted
  }

  const routes = { ledger, customerLedger, log, publicUrl, now }
  const apiDelay = createApiDelay()
  const app = express()
  app.disable('x-powered-by').disable('etag').set('query parser', 'extended')
  app.use(nameRequest)
  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  app.get('/readyz', async (_req, res) => {
    const isReady = await db.command({ ping: 1 }, { timeoutMS: 2000 }).then(
      () => true,
      () => false,
    )
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'no database' })
  })
  app.use('/c/pay', pageRoutes(routes))
  app.use('/p/session', portalRoutes(routes))
  app.use('/test', testRoutes({ ...routes, setChaos, apiDelay }))
  app.use(
    '/v1',
    requireTestKey,
    urlencoded({ extended: true, limit: '1mb', parameterLimit: 5000 }),
    refuseConcurrentKeys(),
    apiDelay.wait,
  )
  app.use('/v1/checkout/sessions', sessionRoutes(routes))
  app.use('/v1/events', eventRoutes(routes))
  app.use('/v1', customerRoutes(routes), paymentRoutes(routes), planRoutes(routes))
  app.use(unknownAddress, answerErrors(logger))

  return {
    app,
    expireOverdue,
    settleRefunds,
    stop: async () => {
      apiDelay.set(0)
      await Promise.all([outboxes.stop(), dueChanges.stop()])
      await sender?.stop()
    },
  }
}
