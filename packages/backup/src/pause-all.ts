import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countMessages } from '@prankpost/messaging/queue-copy'
import { type PauseRequest, pauseCollection, pausePollMs } from '@prankpost/service-kit/pause-watch'
import type { Collection } from 'mongodb'
import { Failure } from './failure.ts'
import { copyOrder, type Shop } from './shop.ts'

/** An active pause. */
export interface HeldPause {
  /** @throws {Failure} when the pause was interrupted */
  check(): void
  end(): Promise<void>
}

interface EventPauseOptions {
  /** How long the pause lasts after this process dies. */
  lastsMs?: number
  /** How long to wait until no event is in progress. */
  patienceMs?: number
}

/**
 * Pauses the events of every replica of every service, and resolves when no event is in progress. HTTP continues.
 * Three checks verify the pause: each replica records that it has seen the request and that it has paused; no queue
 * has a consumer; and `takeBackup` detects events that are published anyway.
 * @throws {Failure} when another backup is in progress, or a replica does not pause
 */
export async function pauseAll(
  shop: Shop,
  { lastsMs = 30_000, patienceMs = 30_000 }: EventPauseOptions = {},
): Promise<HeldPause> {
  const token = randomUUID()
  const requests = copyOrder.map((service) => ({
    service,
    collection: shop.database(service).collection<PauseRequest>(pauseCollection),
  }))
  const until = { $add: ['$$NOW', lastsMs] }
  let lost: string | null = null
  let renewal: NodeJS.Timeout | undefined

  const end = async () => {
    clearInterval(renewal)
    await Promise.all(requests.map(({ collection }) => collection.deleteOne({ _id: 'pause', token })))
  }
  const renew = async () => {
    await Promise.all(
      requests.map(async ({ service, collection }) => {
        const mine = { _id: 'pause', token, $expr: { $gt: ['$until', '$$NOW'] } } as const
        const { matchedCount } = await collection.updateOne(mine, [{ $set: { until } }])
        if (matchedCount === 0) lost = service
      }),
    )
  }
  for (const { collection } of requests) {
    // An expired request is replaced; an active one belongs to another backup and stays.
    const mine = { _id: 'pause', token, until, seen: [], paused: [] }
    const request = [{ $replaceWith: { $cond: [{ $gt: ['$until', '$$NOW'] }, '$$ROOT', mine] } }]
    await collection.updateOne({ _id: 'pause' }, request, { upsert: true })
    if ((await collection.countDocuments({ _id: 'pause', token })) === 1) continue
    await end()
    throw new Failure('Another backup is under way: wait until it is done.')
  }
  renewal = setInterval(() => {
    renew().catch((error: Error) => {
      lost = error.message
    })
  }, lastsMs / 6)
  try {
    // By then every running process has polled, even a slow one; a process that hangs still has consumers.
    await sleep(pausePollMs + 1_000)
    await untilPaused(shop, requests, patienceMs)
  } catch (error) {
    await end()
    throw error
  }
  return {
    check() {
      if (lost !== null) throw new Failure(`The pause of the events was interrupted (${lost}): try again.`)
    },
    end,
  }
}

async function untilPaused(
  shop: Shop,
  requests: { service: string; collection: Collection<PauseRequest> }[],
  patienceMs: number,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await Promise.all(requests.map(({ collection }) => collection.findOne({ _id: 'pause' })))
    const busy = requests.filter((_, i) => found[i]?.seen.length !== found[i]?.paused.length)
    const { consumers } = busy.length === 0 ? await countMessages(shop) : { consumers: 0 }
    if (busy.length === 0 && consumers === 0) return
    if (Date.now() > deadline) {
      throw new Failure(
        busy.length > 0
          ? `An event in ${busy.map(({ service }) => service).join(', ')} does not finish: check that all services are available.`
          : `${consumers} consumers are not paused: check for services of an older version.`,
      )
    }
    await sleep(50)
  }
}
