import { randomUUID } from 'node:crypto'
import { type EventPause, processEventPause } from '@prankpost/messaging'
import type { Connection } from 'mongoose'
import type { Logger } from './log.ts'
import { Gauge } from './metrics.ts'
import type { Task } from './sweep.ts'

const backupAge = new Gauge({
  name: 'backup_age_seconds',
  help: 'Time since the last complete backup of this database; +Inf if there was none',
})
backupAge.set(Number.POSITIVE_INFINITY)

/**
 * A request that no event is sent or received for a while, so that the copies of all databases are consistent. It is a
 * document in the database of each service. It ends when it is deleted or when it expires, because the process that
 * requested it may have died.
 */
export interface PauseRequest {
  _id: 'pause'
  /** Identifies the requester. */
  token: string
  /** By the database's clock, because the clocks of other hosts may differ. */
  until: Date
  /** The processes that have seen the request, and those that have also finished their work. */
  seen: string[]
  paused: string[]
}

/** Written when a backup is complete. */
export interface BackupRecord {
  _id: 'backup'
  /** By the database's clock. */
  takenAt: Date
}

/** The collection of the pause request and of the backup record. No backup contains it. */
export const pauseCollection = 'pauses'
/** The poll interval. Every process has seen a request this long after it was written. */
export const pausePollMs = 2_000

/** Pauses the events of this process while its database contains a pause request, and measures the age of the last backup. */
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
  const requests = connection.getClient().db(connection.name).collection<PauseRequest>(pauseCollection)
  const processId = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  /** The token of the request that is in effect. */
  let followed: string | null = null
  /** When that request expires, in case the database is unavailable by then. */
  let endsAt = 0

  const read = async () => {
    const found = await requests
      .find({ _id: { $in: ['pause', 'backup'] } } as object)
      .project<{ _id: string; token: string; leftMs: number; ageMs: number }>({
        token: 1,
        leftMs: { $subtract: ['$until', '$$NOW'] },
        ageMs: { $subtract: ['$$NOW', '$takenAt'] },
      })
      .toArray()
    const backup = found.find(({ _id }) => _id === 'backup')
    backupAge.set(backup ? Number(backup.ageMs) / 1_000 : Number.POSITIVE_INFINITY)
    return found.find(({ _id, leftMs }) => _id === 'pause' && leftMs > 0)
  }
  const follow = async (token: string) => {
    const mine = { _id: 'pause', token } as const
    // The pause begins now, even if the following writes fail.
    const quiesced = eventPause.begin()
    await requests.updateOne(mine, { $addToSet: { seen: processId } })
    await quiesced
    await requests.updateOne(mine, { $addToSet: { paused: processId } })
    log.info('events are paused for a copy of the databases')
  }
  const end = () => {
    followed = null
    eventPause.end()
    log.info('events are resumed')
  }

  const check = async () => {
    try {
      const request = await read()
      if (request === undefined) return followed === null ? undefined : end()
      endsAt = performance.now() + Number(request.leftMs)
      if (request.token === followed) return
      followed = request.token
      // Not awaited: running work may take longer than the request lasts.
      void follow(request.token).catch((error) => log.warn({ err: error }, 'events are not paused yet'))
    } catch {
      // The database is unavailable, which is logged elsewhere. Without it nothing is copied either.
      if (followed !== null && performance.now() > endsAt) end()
    }
  }
  const round = async () => {
    await check()
    // During a pause the poll is faster, so that events resume soon: customers wait for them.
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
