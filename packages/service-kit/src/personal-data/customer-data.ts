import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CustomerDataService,
  dataSubject,
  type ErasedCount,
  type EventData,
  unsentDays,
} from '@prankpost/contracts'
import {
  type Broker,
  type CloudEvent,
  checkpoint,
  createEmitter,
  createOutbox,
  createRelay,
  databaseNow,
  type Handler,
  type Handlers,
} from '@prankpost/messaging'
import type { Connection } from 'mongoose'
import type { EndedSessions } from '../auth/ended-sessions.ts'
import { unlessDuplicate } from '../errors.ts'
import type { InternalClient } from '../http/internal-client.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { Logger } from '../ops/log.ts'
import { createSweep, type Task } from '../ops/sweep.ts'
import { createErasureModel, type Erasure } from './erasure.model.ts'
import { sendExport } from './send-export.ts'

/** A customer whose data is to be exported or erased. */
export interface Subject {
  ownerId: string
  /** When the customer requested it. */
  requestedAt: Date
  /** Whether the data that is kept until its parcel is sent has been kept long enough and is erased, too. */
  isOverdue: boolean
  /**
   * The customer's verified address, which finds records that have no other reference to the customer; null if it was
   * never verified. Asks auth.
   */
  verifiedEmail: () => Promise<string | null>
}

/** How a service exports and erases the personal data that it stores. */
export interface PersonalData {
  /** Streams all data of a customer, in terms that a customer understands. */
  collect(subject: Subject): AsyncIterable<unknown>
  /** Counts the stored records and states what will happen to them; changes nothing. */
  count(subject: Subject): Promise<ErasedCount[]>
  /** Erases the data. Idempotent. `done` is false while some data is kept for a temporary reason. */
  erase(subject: Subject): Promise<{ done: boolean }>
}

/** The events that this module handles for a service. */
export type CustomerDataEvent = 'customer-export-requested' | 'customer-deletion-requested'

/** A service's part in exporting and erasing customers' data. As a task it relays its answers and repeats erasures. */
export interface CustomerData<S extends CustomerDataService> extends Task {
  /**
   * Returns the whole message map: it adds the handlers for customers' data, and wraps the service's own handlers so
   * that a late event of an erased customer does not restore any data.
   */
  guard(handlers: Omit<Handlers<S>, CustomerDataEvent>): Handlers<S>
  /** Repeats the erasures that are due, also those that were never finished. Returns whether there are more. */
  check(): Promise<boolean>
}

export interface CustomerDataOptions<S extends CustomerDataService> {
  service: S
  personalData: PersonalData
  connection: Connection
  broker: Broker
  auth: InternalClient
  log: Logger
  queuePrefix?: string
  /** Only for services with endpoints for customers: the sessions end with the account. */
  sessions?: EndedSessions
}

const pollMs = 10_000
// These events are rare, and each is published at once: the poll is only for events that a crash left behind.
const relayPollMs = 5_000
// Longer than any call that was running while its customer's data was erased.
const firstRecheckMs = 60_000
const recheckMs = 10 * 60_000
const retryMs = 60_000
/** The services start an export at random times within this period. */
const exportSpreadMs = 2_000
const batchSize = 50

/** Creates a service's part in exporting and erasing customers' data, stored in its collection `erasures`. */
export function createCustomerData<S extends CustomerDataService>({
  service,
  personalData,
  connection,
  broker,
  auth,
  log,
  queuePrefix,
  sessions,
}: CustomerDataOptions<S>): CustomerData<S> {
  const erasures = createErasureModel(connection)
  const relay = createRelay({ service, model: erasures, broker, log, queuePrefix, pollMs: relayPollMs })
  const outbox = createOutbox(erasures, relay.notify)
  const emitAnswer = createEmitter(service) as unknown as (
    type: string,
    subject: string,
    data: EventData<'order-data-erased'>,
  ) => ReturnType<ReturnType<typeof createEmitter<'order'>>>

  const subjectOf = (ownerId: string, requestedAt: Date): Subject => ({
    ownerId,
    requestedAt,
    isOverdue: Date.now() - requestedAt.getTime() > unsentDays * 86_400_000,
    verifiedEmail: async () =>
      (await auth.get(`/internal/data-subjects/${ownerId}`, dataSubject)).verifiedEmail,
  })

  const recordRequest = async ({
    receipt,
    ownerId,
    requestedAt,
  }: EventData<'customer-deletion-requested'>) => {
    if ((await erasures.exists({ _id: ownerId })) !== null) return
    const subject = subjectOf(ownerId, new Date(requestedAt))
    const counts = (await personalData.count(subject)).filter(({ count }) => count > 0)
    await unlessDuplicate(
      outbox.insert({
        _id: ownerId,
        receipt,
        requestedAt: subject.requestedAt,
        counts,
        answeredAt: null,
        lookAt: new Date(databaseNow(connection).getTime() + recheckMs),
      }),
    )
  }

  const answer = ({ receipt, counts }: Erasure, ownerId: string, erasedAt: Date) =>
    emitAnswer(`${service}-data-erased`, ownerId, {
      receipt,
      ownerId,
      counts,
      erasedAt: erasedAt.toISOString(),
    })

  /** Erases the current data and schedules the next check. A check that is already scheduled is never postponed. */
  const eraseAgain = async ({ _id, requestedAt }: Pick<Erasure, '_id' | 'requestedAt'>) => {
    const startedAt = databaseNow(connection).getTime()
    const { done } = await personalData.erase(subjectOf(_id, requestedAt))
    const isDue = { _id, lookAt: { $lte: new Date(startedAt) } }
    if (done) return void (await erasures.updateOne(isDue, { $unset: { lookAt: 1 } }))
    const lookAt = new Date(startedAt + recheckMs)
    await erasures.updateOne(isDue, { $set: { lookAt } })
    await erasures.updateOne({ _id }, { $min: { lookAt } })
  }

  /**
   * Erases the data for the first time and answers. A repeat, also after a crash in between, erases what is left, and
   * answers only once. An attempt that fails is repeated by its message, and by the sweep when the message is a dead letter.
   */
  const finish = async ({ _id, requestedAt }: Pick<Erasure, '_id' | 'requestedAt'>) => {
    await personalData.erase(subjectOf(_id, requestedAt))
    checkpoint('erasure:erased')
    await outbox.change({ _id }, (erasure) => {
      if (erasure.answeredAt !== null) return null
      const answeredAt = new Date()
      const lookAt = new Date(databaseNow(connection).getTime() + firstRecheckMs)
      return { update: { $set: { answeredAt, lookAt } }, events: [answer(erasure, _id, answeredAt)] }
    })
  }

  const serialize = createKeyedMutex()
  const own: Record<CustomerDataEvent, Handler<CustomerDataEvent>> = {
    'customer-export-requested': (async ({ data }: CloudEvent<'customer-export-requested'>) => {
      const subject = subjectOf(data.ownerId, new Date(data.requestedAt))
      // Exports are not urgent, and several at once would slow every other call. Therefore a process exports one customer
      // at a time, and waits a random time before each, because all services receive the event at the same moment.
      await serialize('export', async () => {
        await sleep(Math.random() * exportSpreadMs)
        await sendExport(data, personalData.collect(subject), auth)
      })
    }) as Handler<CustomerDataEvent>,
    'customer-deletion-requested': (async ({ data }: CloudEvent<'customer-deletion-requested'>) => {
      const { ownerId, requestedAt } = data
      await sessions?.endAll(ownerId, new Date(requestedAt))
      await recordRequest(data)
      checkpoint('erasure:recorded')
      await finish({ _id: ownerId, requestedAt: new Date(requestedAt) })
    }) as Handler<CustomerDataEvent>,
  }

  /** Finishes or repeats each erasure, even if another one fails. Returns the errors by owner. */
  const eraseEach = async (due: Pick<Erasure, '_id' | 'requestedAt' | 'answeredAt'>[]) => {
    const errors = new Map<string, unknown>()
    for (const erasure of due) {
      const erase = erasure.answeredAt === null ? finish : eraseAgain
      await erase(erasure).catch((error: unknown) => void errors.set(erasure._id, error))
    }
    return errors
  }

  const check = async () => {
    const due = await erasures
      .find({ lookAt: { $lte: databaseNow(connection) } }, { requestedAt: 1, answeredAt: 1 })
      .sort({ lookAt: 1 })
      .limit(batchSize)
      .lean()
    const errors = await eraseEach(due)
    for (const [ownerId, error] of errors) log.error({ ownerId, err: error }, 'personal data not erased yet')
    // Failed erasures are scheduled after those that are due by then, so that they never fill the whole batch.
    const failed = { _id: { $in: [...errors.keys()] }, lookAt: { $exists: true } }
    await erasures.updateMany(failed, {
      $set: { lookAt: new Date(databaseNow(connection).getTime() + retryMs) },
    })
    for (const error of errors.values()) throw error
    return due.length === batchSize
  }

  const checkOwner = async (ownerId: string) => {
    const erased = await erasures.findOne({ _id: ownerId, answeredAt: { $ne: null } }).lean()
    if (erased !== null) await eraseAgain(erased)
  }
  const guarded = (handle: Handler<never>) => async (event: CloudEvent<never>) => {
    await handle(event)
    const ownerId = ownerOf((event as { data: unknown }).data)
    if (ownerId !== undefined) await checkOwner(ownerId)
  }

  const sweep = createSweep('erasures', pollMs, log, check)
  return {
    guard(handlers) {
      const pairs = Object.entries(handlers) as [string, Handler<never>][]
      const all = pairs.map(([name, handle]) => [name, guarded(handle)])
      return { ...Object.fromEntries(all), ...own } as unknown as Handlers<S>
    },
    check,
    start() {
      relay.start()
      sweep.start()
    },
    async stop() {
      await Promise.all([sweep.stop(), relay.stop()])
    },
  }
}

/** Returns the customer that an event is about, if the event contains one. */
function ownerOf(data: unknown): string | undefined {
  const { ownerId, userId } = data as { ownerId?: unknown; userId?: unknown }
  return [ownerId, userId].find((id): id is string => typeof id === 'string')
}
