import type { DeadLetterEntry, DeadLetterList, ReaderService } from '@prankpost/contracts'
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

const contentAtMost = 10_000
const reasonAtMost = 1_000

const replays = new Counter({
  name: 'dead_letters_replayed_total',
  help: 'Dead letters that the operator sent to their queue again, by event',
  labelNames: ['event'],
})

export interface DeadLetterRoutesOptions {
  service: ReaderService
  broker: Broker
  queuePrefix: string
  log: Logger
}

/**
 * What the operator does with the messages that a service could not take in: look at them, latest
 * failure first, and send some or all of them to their queue again. Looking changes nothing; of two
 * operators who replay the same message one sends it. Each replay is logged, with the ids that were
 * asked for.
 */
export function deadLetterRoutes({ service, broker, queuePrefix, log }: DeadLetterRoutesOptions): Route[] {
  const known = subscriptionsOf(service).map(({ event }) => event)
  // Who looks at a message holds it for that moment: a replay at the same time would miss it.
  const serialize = createKeyedMutex()
  const atTheBroker = <T>(work: () => Promise<T>): Promise<T> =>
    serialize('broker', async () => {
      try {
        return await work()
      } catch (error) {
        throw broker.isReady() ? error : unavailable(undefined, error)
      }
    })

  const list = async ({ limit }: { limit: number }): Promise<DeadLetterList> => {
    const counts = await countDeadLetters(broker, queuePrefix, service)
    const items: DeadLetterEntry[] = []
    // The smallest first, and none more than its share: one flood does not hide the others.
    const queues = counts.toSorted((a, b) => a.count - b.count)
    for (const [index, { event }] of queues.entries()) {
      const share = Math.ceil((limit - items.length) / (queues.length - index))
      // Reading a message holds it for that moment: none is read where none is shown.
      if (share === 0) break
      const letters = await listDeadLetters({ broker, queuePrefix, service, event }, share)
      items.push(...letters.map(shown))
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

const shown = (letter: DeadLetterEntry): DeadLetterEntry => ({
  ...letter,
  reason: letter.reason.slice(0, reasonAtMost),
  content:
    letter.content.length <= contentAtMost
      ? letter.content
      : `${letter.content.slice(0, contentAtMost)}... (${letter.content.length} characters in all)`,
})
