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
  companyMs,
  createEmitter,
  createOutbox,
  createRelay,
  type Handler,
  type Handlers,
  inBatches,
} from '@prankpost/messaging'
import type { Connection } from 'mongoose'
import { bringExport } from './bring-export.ts'
import type { EndedSessions } from './ended-sessions.ts'
import { createErasureModel, type Erasure } from './erasure.model.ts'
import { isDuplicateKey } from './errors.ts'
import type { InternalClient } from './internal-client.ts'
import type { Logger } from './log.ts'
import type { Task } from './run-service.ts'
import { createSweep } from './sweep.ts'

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
export interface Holdings {
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
type OwnEvent = 'customer-export-requested' | 'customer-deletion-requested'

/** A service's part in giving out and erasing customers' data. As a task it relays its answers and looks again. */
export interface CustomerData<S extends CustomerDataService> extends Task {
  /**
   * The whole message map, from the service's own: it adds what is told of customers' data, and sees to it that
   * a late event of an erased customer brings nothing back.
   */
  guard(handlers: Omit<Handlers<S>, OwnEvent>): Handlers<S>
  /** Erases again where that is due. Answers whether there is more. */
  look(): Promise<boolean>
}

export interface CustomerDataOptions<S extends CustomerDataService> {
  service: S
  holdings: Holdings
  connection: Connection
  broker: Broker
  auth: InternalClient
  log: Logger
  queuePrefix?: string
  /** Of services with endpoints for customers: the account's sessions end with it. */
  sessions?: EndedSessions
}

const lookEveryMs = 10_000
// Few of these are written, and each goes out at once: this is for what a crash left.
const relayPollMs = 5_000
// Longer than any call that was under way when its customer's data was erased.
const firstLookMs = 60_000
const waitingLookMs = 10 * 60_000
const looksAtOnce = 50

/** Makes a service's part in giving out and erasing customers' data, kept in its collection `erasures`. */
export function createCustomerData<S extends CustomerDataService>({
  service,
  holdings,
  connection,
  broker,
  auth,
  log,
  queuePrefix,
  sessions,
}: CustomerDataOptions<S>): CustomerData<S> {
  const erasures = createErasureModel(connection)
  const relay = createRelay({ service, model: erasures, broker, log, queuePrefix, pollMs: relayPollMs })
  const outbox = createOutbox(erasures, relay.nudge)
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
    const counts = (await holdings.count(subject)).filter(({ count }) => count > 0)
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
    const startedAt = Date.now()
    const { done } = await holdings.erase(subjectOf(_id, requestedAt))
    const isOver = { _id, lookAt: { $lte: new Date(startedAt) } }
    if (done) return void (await erasures.updateOne(isOver, { $unset: { lookAt: 1 } }))
    const lookAt = new Date(startedAt + waitingLookMs)
    await erasures.updateOne(isOver, { $set: { lookAt } })
    await erasures.updateOne({ _id }, { $min: { lookAt } })
  }

  const own: Record<OwnEvent, Handler<OwnEvent>> = {
    'customer-export-requested': (async ({ data }: CloudEvent<'customer-export-requested'>) => {
      const subject = subjectOf(data.ownerId, new Date(data.requestedAt))
      await bringExport(data, holdings.collect(subject), auth)
    }) as Handler<OwnEvent>,
    'customer-deletion-requested': (async ({ data }: CloudEvent<'customer-deletion-requested'>) => {
      const { ownerId, requestedAt } = data
      await sessions?.endAll(ownerId, new Date(requestedAt))
      await note(data)
      checkpoint('erasure:noted')
      await holdings.erase(subjectOf(ownerId, new Date(requestedAt)))
      checkpoint('erasure:erased')
      await outbox.change({ _id: ownerId }, (erasure) => {
        if (erasure.answeredAt !== null) return null
        const answeredAt = new Date()
        const lookAt = new Date(answeredAt.getTime() + firstLookMs)
        return { update: { $set: { answeredAt, lookAt } }, events: [answer(erasure, ownerId, answeredAt)] }
      })
    }) as Handler<OwnEvent>,
  }

  const look = async () => {
    const due = await erasures
      .find({ lookAt: { $lte: new Date() } }, { requestedAt: 1 })
      .limit(looksAtOnce)
      .lean()
    for (const erasure of due) await eraseAgain(erasure)
    return due.length === looksAtOnce
  }

  // The event has had its effect by now, and only its acknowledgement waits: one look is for several events.
  const lookAtOwner = inBatches(
    async (ownerIds: string[]) => {
      const erased = await erasures.find({ _id: { $in: ownerIds }, answeredAt: { $ne: null } }).lean()
      for (const erasure of erased) await eraseAgain(erasure)
    },
    { waitMs: companyMs, atMost: 25 },
  )
  const guarded = (handle: Handler<never>) => async (event: CloudEvent<never>) => {
    await handle(event)
    const ownerId = ownerOf((event as { data: unknown }).data)
    if (ownerId !== undefined) await lookAtOwner(ownerId)
  }

  const sweep = createSweep('erasures', lookEveryMs, log, look)
  return {
    guard(handlers) {
      const pairs = Object.entries(handlers) as [string, Handler<never>][]
      const all = pairs.map(([name, handle]) => [name, guarded(handle)])
      return { ...Object.fromEntries(all), ...own } as unknown as Handlers<S>
    },
    look,
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
