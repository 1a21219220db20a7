import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countMessages } from '@prankpost/messaging/queue-copy'
import { type PauseRequest, pauseCollection, pausePollMs } from '@prankpost/service-kit/pause-watch'
import type { Collection } from 'mongodb'
import { Failure } from './failure.ts'
import { copyOrder, type Shop } from './shop.ts'

/** A rest that is on. */
export interface HeldPause {
  /** @throws {Failure} when it has not been held without a break */
  check(): void
  end(): Promise<void>
}

interface EventPauseOptions {
  /** How long it goes on when this process dies. */
  lastsMs?: number
  /** How long may be waited until nothing is under way any more. */
  patienceMs?: number
}

/**
 * Has every replica of every service rest, and resolves when nothing is under way in any of them. HTTP goes
 * on. Whether all of them do rest is seen from three sides: each writes down that it has seen the wish, and that it
 * rests; nobody consumes from a queue any more; and who publishes all the same is heard (take-backup.ts).
 * @throws {Failure} when another backup is under way, or somebody does not come to rest
 */
export async function restAll(
  shop: Shop,
  { lastsMs = 30_000, patienceMs = 30_000 }: EventPauseOptions = {},
): Promise<HeldPause> {
  const token = randomUUID()
  const wishes = copyOrder.map((service) => ({
    service,
    collection: shop.database(service).collection<PauseRequest>(pauseCollection),
  }))
  const until = { $add: ['$$NOW', lastsMs] }
  let lost: string | null = null
  let renewal: NodeJS.Timeout | undefined

  const end = async () => {
    clearInterval(renewal)
    await Promise.all(wishes.map(({ collection }) => collection.deleteOne({ _id: 'rest', token })))
  }
  const renew = async () => {
    await Promise.all(
      wishes.map(async ({ service, collection }) => {
        const mine = { _id: 'rest', token, $expr: { $gt: ['$until', '$$NOW'] } } as const
        const { matchedCount } = await collection.updateOne(mine, [{ $set: { until } }])
        if (matchedCount === 0) lost = service
      }),
    )
  }
  for (const { collection } of wishes) {
    // One that has ended is taken over; one that lasts is somebody else's and stays.
    const mine = { _id: 'rest', token, until, seen: [], resting: [] }
    const wish = [{ $replaceWith: { $cond: [{ $gt: ['$until', '$$NOW'] }, '$$ROOT', mine] } }]
    await collection.updateOne({ _id: 'rest' }, wish, { upsert: true })
    if ((await collection.countDocuments({ _id: 'rest', token })) === 1) continue
    await end()
    throw new Failure('Another backup is under way: wait until it is done.')
  }
  renewal = setInterval(() => {
    renew().catch((error: Error) => {
      lost = error.message
    })
  }, lastsMs / 6)
  try {
    // By then every process that is there has looked, a slow one, too; one that hangs shows by its consumers.
    await sleep(pausePollMs + 1_000)
    await untilQuiet(shop, wishes, patienceMs)
  } catch (error) {
    await end()
    throw error
  }
  return {
    check() {
      if (lost !== null) throw new Failure(`The events did not rest all the time (${lost}): try again.`)
    },
    end,
  }
}

async function untilQuiet(
  shop: Shop,
  wishes: { service: string; collection: Collection<PauseRequest> }[],
  patienceMs: number,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await Promise.all(wishes.map(({ collection }) => collection.findOne({ _id: 'rest' })))
    const busy = wishes.filter((_, i) => found[i]?.seen.length !== found[i]?.resting.length)
    const { consumers } = busy.length === 0 ? await countMessages(shop) : { consumers: 0 }
    if (busy.length === 0 && consumers === 0) return
    if (Date.now() > deadline) {
      throw new Failure(
        busy.length > 0
          ? `An event is under way in ${busy.map(({ service }) => service).join(', ')} and does not end: is something away?`
          : `${consumers} consumers do not rest: is there a service of an older version?`,
      )
    }
    await sleep(50)
  }
}
