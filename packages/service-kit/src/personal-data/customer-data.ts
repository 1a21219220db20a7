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
import { isDuplicateKey } from '../errors.ts'
import type { InternalClient } from '../http/internal-client.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { Logger } from '../ops/log.ts'
import { createSweep, type Task } from '../ops/sweep.ts'
import { bringExport } from './bring-export.ts'
import { createErasureModel, type Erasure } from './erasure.model.ts'

/** A customer whose data is to be given out or erased. */
export interface Subject {
  ownerId: string
  /** When they asked. */
  requestedAt: Date
  /** Also what waits for its parcel goes: it has waited long enough. */
  isOverdue: boolean
  /** Finds what has no other mark; null when it was never shown to be theirs. Asks auth. */
  verifiedEmail: () => Promise<string | null>
}

/** What a service holds of customers, and how it lets go of it. */
export interface PersonalData {
  /** Everything of a customer in the customer's own words, from a cursor. */
  collect(subject: Subject): AsyncIterable<unknown>
  /** What is there and what will become of it; changes nothing. */
  count(subject: Subject): Promise<ErasedCount[]>
  /**
   * Erases it. A repeat finds nothing more to do. Not `done` while something is kept for a reason that will pass.
   */
  erase(subject: Subject): Promise<{ done: boolean }>
}

/** The messages that this takes in for a service. */
export type CustomerDataEvent = 'customer-export-requested' | 'customer-deletion-requested'

/** A service's part in giving out and erasing customers' data. As a task it relays its answers and looks again. */
export interface CustomerData<S extends CustomerDataService> extends Task {
  /**
   * The whole message map, from the service's own: it adds what is told of customers' data, and sees to it that
   * a late event of an erased customer brings nothing back.
   */
  guard(handlers: Omit<Handlers<S>, CustomerDataEvent>): Handlers<S>
  /** Erases again where that is due. Answers whether there is more. */
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
  /** Of services with endpoints for customers: the account's sessions end with it. */
  sessions?: EndedSessions
}

const pollMs = 10_000
// Few of these are written, and each goes out at once: this is for what a crash left.
const relayPollMs = 5_000
// Longer than any call that was under way when its customer's data was erased.
const firstLookMs = 60_000
const waitingLookMs = 10 * 60_000
const failedLookMs = 60_000
/** Within this time the services begin with an export. */
const exportSpreadMs = 2_000
const looksAtOnce = 50

/** Makes a service's part in giving out and erasing customers' data, kept in its collection `erasures`. */
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

  const note = async ({ receipt, ownerId, requestedAt }: EventData<'customer-deletion-requested'>) => {
    if ((await erasures.exists({ _id: ownerId })) !== null) return
    const subject = subjectOf(ownerId, new Date(requestedAt))
    const counts = (await personalData.count(subject)).filter(({ count }) => count > 0)
    try {
      await outbox.insert({
        _id: ownerId,
        receipt,
        requestedAt: subject.requestedAt,
        counts,
        answeredAt: null,
      })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }

  const answer = ({ receipt, counts }: Erasure, ownerId: string, erasedAt: Date) =>
    emitAnswer(`${service}-data-erased`, ownerId, {
      receipt,
      ownerId,
      counts,
      erasedAt: erasedAt.toISOString(),
    })

  /** Erases what there is now, and says when to look again; a look that is still to come is never put off. */
  const eraseAgain = async ({ _id, requestedAt }: Pick<Erasure, '_id' | 'requestedAt'>) => {
    const startedAt = databaseNow(connection).getTime()
    const { done } = await personalData.erase(subjectOf(_id, requestedAt))
    const isOver = { _id, lookAt: { $lte: new Date(startedAt) } }
    if (done) return void (await erasures.updateOne(isOver, { $unset: { lookAt: 1 } }))
    const lookAt = new Date(startedAt + waitingLookMs)
    await erasures.updateOne(isOver, { $set: { lookAt } })
    await erasures.updateOne({ _id }, { $min: { lookAt } })
  }

  const serialize = createKeyedMutex()
  const own: Record<CustomerDataEvent, Handler<CustomerDataEvent>> = {
    'customer-export-requested': (async ({ data }: CloudEvent<'customer-export-requested'>) => {
      const subject = subjectOf(data.ownerId, new Date(data.requestedAt))
      // Exports are not urgent, and several at once would slow every other call. So a process gathers for one customer after
      // another, and waits a random time before each: all services receive the event at the same moment.
      await serialize('export', async () => {
        await sleep(Math.random() * exportSpreadMs)
        await bringExport(data, personalData.collect(subject), auth)
      })
    }) as Handler<CustomerDataEvent>,
    'customer-deletion-requested': (async ({ data }: CloudEvent<'customer-deletion-requested'>) => {
      const { ownerId, requestedAt } = data
      await sessions?.endAll(ownerId, new Date(requestedAt))
      await note(data)
      checkpoint('erasure:noted')
      await personalData.erase(subjectOf(ownerId, new Date(requestedAt)))
      checkpoint('erasure:erased')
      await outbox.change({ _id: ownerId }, (erasure) => {
        if (erasure.answeredAt !== null) return null
        const answeredAt = new Date()
        const lookAt = new Date(databaseNow(connection).getTime() + firstLookMs)
        return { update: { $set: { answeredAt, lookAt } }, events: [answer(erasure, ownerId, answeredAt)] }
      })
    }) as Handler<CustomerDataEvent>,
  }

  /** Erases each again, also where another one fails. Answers the error of each that failed, by owner. */
  const eraseEach = async (due: Pick<Erasure, '_id' | 'requestedAt'>[]) => {
    const errors = new Map<string, unknown>()
    for (const erasure of due) {
      await eraseAgain(erasure).catch((error: unknown) => void errors.set(erasure._id, error))
    }
    return errors
  }

  const check = async () => {
    const due = await erasures
      .find({ lookAt: { $lte: databaseNow(connection) } }, { requestedAt: 1 })
      .sort({ lookAt: 1 })
      .limit(looksAtOnce)
      .lean()
    const errors = await eraseEach(due)
    for (const [ownerId, error] of errors) log.error({ ownerId, err: error }, 'personal data not erased yet')
    // Those that fail come after those that are due by then, so that they never fill the whole round.
    const failed = { _id: { $in: [...errors.keys()] }, lookAt: { $exists: true } }
    await erasures.updateMany(failed, {
      $set: { lookAt: new Date(databaseNow(connection).getTime() + failedLookMs) },
    })
    for (const error of errors.values()) throw error
    return due.length === looksAtOnce
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

/** Whom an event is about, where it says so. */
function ownerOf(data: unknown): string | undefined {
  const { ownerId, userId } = data as { ownerId?: unknown; userId?: unknown }
  return [ownerId, userId].find((id): id is string => typeof id === 'string')
}
