import type { DeadLetterEntry, DeadLetterList, ServiceName } from '@prankpost/contracts'
import {
  type Broker,
  countDeadLetters,
  listDeadLetters,
  replayDeadLetters,
  subscriptionsOf,
} from '@prankpost/messaging'
import { Counter } from 'prom-client'
import { invalid, unavailable } from '../errors.ts'
import { on, type Route } from '../http/routes.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { Logger } from './log.ts'

const maxContentLength = 10_000
const maxReasonLength = 1_000

const replays = new Counter({
  name: 'dead_letters_replayed_total',
  help: 'Dead letters that the operator sent to their queue again, by event',
  labelNames: ['event'],
})

export interface DeadLetterRoutesOptions {
  service: ServiceName
  broker: Broker
  queuePrefix: string
  log: Logger
}

/**
 * Routes for the dead letters of a service: the operator lists them, latest failure first, and replays some or all of
 * them to their queue. Listing changes nothing. If two operators replay the same message, it is sent once. Each replay
 * is logged with the requested ids.
 */
export function deadLetterRoutes({ service, broker, queuePrefix, log }: DeadLetterRoutesOptions): Route[] {
  const known = subscriptionsOf(service).map(({ event }) => event)
  // A message is held while it is being read: a concurrent replay would miss it.
  const serialize = createKeyedMutex()
  // A broker that accepts no messages for the moment can still be read.
  const atTheBroker = <T>(work: () => Promise<T>): Promise<T> =>
    serialize('broker', async () => {
      if (!broker.isConsuming()) throw unavailable()
      try {
        return await work()
      } catch (error) {
        throw broker.isReady() && broker.isConsuming() ? error : unavailable(undefined, error)
      }
    })

  const list = async ({ limit }: { limit: number }): Promise<DeadLetterList> => {
    const counts = await countDeadLetters(broker, queuePrefix, service)
    const items: DeadLetterEntry[] = []
    // The smallest queue first, and each at most its share, so that one large queue does not hide the others.
    const queues = counts.toSorted((a, b) => a.count - b.count)
    for (const [index, { event }] of queues.entries()) {
      const share = Math.ceil((limit - items.length) / (queues.length - index))
      // Reading holds a message for that moment, so read only what is shown.
      if (share === 0) break
      const deadLetters = await listDeadLetters({ broker, queuePrefix, service, event }, share)
      items.push(...deadLetters.map(shortened))
    }
    items.sort((a, b) => b.failedAt.localeCompare(a.failedAt))
    return { items, total: counts.reduce((sum, { count }) => sum + count, 0) }
  }

  const replay = async ({ event, ids }: { event?: string | undefined; ids?: string[] | undefined }) => {
    const chosen = known.filter((one) => event === undefined || one === event)
    if (chosen.length === 0) throw invalid(`The service ${service} reads no such event.`)
    let replayed = 0
    for (const one of chosen) {
      const sent = await replayDeadLetters({ broker, queuePrefix, service, event: one }, ids)
      if (sent === 0) continue
      log.warn({ event: one, ids: ids ?? 'all', sent, actor: 'admin' }, 'dead letters replayed')
      replays.inc({ event: one }, sent)
      replayed += sent
    }
    return { replayed }
  }

  return [
    on(`GET /api/admin/dead-letters/${service}`, ({ query }) => atTheBroker(() => list(query))),
    on(`POST /api/admin/dead-letters/${service}/replay`, ({ body }) => atTheBroker(() => replay(body))),
  ]
}

const shortened = (deadLetter: DeadLetterEntry): DeadLetterEntry => ({
  ...deadLetter,
  reason: deadLetter.reason.slice(0, maxReasonLength),
  content:
    deadLetter.content.length <= maxContentLength
      ? deadLetter.content
      : `${deadLetter.content.slice(0, maxContentLength)}... (${deadLetter.content.length} characters in all)`,
})
