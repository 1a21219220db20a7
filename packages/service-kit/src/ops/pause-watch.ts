import { randomUUID } from 'node:crypto'
import { type EventPause, processEventPause } from '@prankpost/messaging'
import type { Connection } from 'mongoose'
import type { Logger } from './log.ts'
import type { Task } from './sweep.ts'

/**
 * The wish that no event moves for a while, so that copies of all databases fit together: the one document
 * of its collection, in the database of each service. It ends when it is deleted, or by itself: who wished it
 * may have died.
 */
export interface PauseRequest {
  _id: 'rest'
  /** Whose wish it is. */
  token: string
  /** By the database's clock, as all others may differ. */
  until: Date
  /** The processes that know of it, and those of them in which nothing is under way any more. */
  seen: string[]
  resting: string[]
}

/** Where the wish lies. */
export const pauseCollection = 'rests'
/** How often it is looked for: so long after it was written every process knows of it. */
export const pausePollMs = 2_000

/** A wish that has not ended, with what is left of it. */
type Found = Pick<PauseRequest, 'token'> & { leftMs: number }

/** Has this process rest whenever its database says so. */
export function createPauseWatch({
  connection,
  log,
  eventPause = processEventPause,
  everyMs = pausePollMs,
}: {
  connection: Connection
  log: Logger
  eventPause?: EventPause
  everyMs?: number
}): Task & { start(): Promise<void> } {
  const wishes = connection.getClient().db(connection.name).collection<PauseRequest>(pauseCollection)
  const me = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let followed: string | null = null
  /** When the wish ends that is followed, should the database be away by then. */
  let endsAt = 0

  const find = () =>
    wishes.findOne<Found>(
      { _id: 'rest', $expr: { $gt: ['$until', '$$NOW'] } },
      { projection: { token: 1, leftMs: { $subtract: ['$until', '$$NOW'] } } },
    )
  const follow = async (token: string) => {
    const mine = { _id: 'rest', token } as const
    // From this moment on, whatever the database says next.
    const quiet = eventPause.begin()
    await wishes.updateOne(mine, { $addToSet: { seen: me } })
    await quiet
    await wishes.updateOne(mine, { $addToSet: { resting: me } })
    log.info('events rest for a copy of the databases')
  }
  const end = () => {
    followed = null
    eventPause.end()
    log.info('events move again')
  }

  const check = async () => {
    try {
      const wish = await find()
      if (wish === null) return followed === null ? undefined : end()
      endsAt = performance.now() + Number(wish.leftMs)
      if (wish.token === followed) return
      followed = wish.token
      // Not waited for: what is under way may take longer than the wish lasts.
      void follow(wish.token).catch((error) => log.warn({ err: error }, 'no rest yet'))
    } catch {
      // The database is away, which others say; without it nothing is copied either.
      if (followed !== null && performance.now() > endsAt) end()
    }
  }
  const round = async () => {
    await check()
    // Who rests hears soon that it is over: customers wait for the events.
    if (!stopped) timer = setTimeout(round, followed === null ? everyMs : everyMs / 10)
  }

  return {
    start: round,
    async stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
