import { sessionDays } from '@prankpost/contracts'
import type { Handler } from '@prankpost/messaging'
import type { Request } from 'express'
import type { Connection } from 'mongoose'
import { createBriefMemory } from './brief-memory.ts'
import { createEndedSessionModel } from './ended-session.model.ts'
import type { Logger } from './log.ts'
import type { Task } from './run-service.ts'
import type { Session } from './session.ts'
import { createSweep } from './sweep.ts'

/** Tells whether a session was ended before its token runs out. */
export interface SessionCheck {
  /** @throws when the database is away, so that nobody is let in unchecked */
  hasEnded(session: Session, req: Request): Promise<boolean>
}

/** A service's own knowledge of ended sessions. Running it sweeps what is over. */
export interface EndedSessions extends SessionCheck, Task {
  /** Part of the message map. Twice, late or in any order: what is ended stays ended. */
  handlers: {
    'session-ended': Handler<'session-ended'>
    'password-changed': Handler<'password-changed'>
  }
  /** Ends every session of a customer that was started before; for good. */
  endAll(ownerId: string, before: Date): Promise<void>
  /** Deletes what is over, for servers whose TTL monitor does not. Answers false: one round is enough. */
  sweep(): Promise<false>
}

const dayMs = 86_400_000
// A session may be signed a moment after a new password was set, with the older one that was checked before.
const keepMs = (sessionDays + 1) * dayMs
const sweepEveryMs = 10 * 60_000
/** So long a session that goes on is not looked for again. What this process hears of counts at once. */
const trustMs = 1_000
const maxTrusted = 5_000

/**
 * Keeps ended sessions in the collection `ended_sessions` of a service's database, as auth's events tell of
 * them: until an event has come the session goes on here, and for a second more in other replicas than the one
 * that took the event in.
 */
export function createEndedSessions({
  connection,
  log,
}: {
  connection: Connection
  log: Logger
}): EndedSessions {
  const ended = createEndedSessionModel(connection)
  const sweep = async (): Promise<false> => {
    await ended.deleteMany({ expiresAt: { $lt: new Date() } })
    return false
  }

  const trusted = createBriefMemory<true>(maxTrusted)

  const endAll = async (ownerId: string, before: Date) => {
    const expiresAt = new Date(before.getTime() + keepMs)
    await ended.updateOne({ _id: userKey(ownerId) }, { $max: { before, expiresAt } }, { upsert: true })
    trusted.clear()
  }

  return {
    endAll,
    async hasEnded({ id, user, passwordSetAt }) {
      if (trusted.find(id)) return false
      const [askedAt, { epoch }] = [Date.now(), trusted]
      const known = await ended.find({ _id: { $in: [id, userKey(user.id)] } }).lean()
      const hasEnded = known.some(({ before }) => before === undefined || passwordSetAt < before)
      // Not what was asked before something ended that this process has heard of since.
      if (!hasEnded && epoch === trusted.epoch) trusted.keep(id, true, new Date(askedAt + trustMs))
      return hasEnded
    },
    handlers: {
      async 'session-ended'({ data: { sessionId, expiresAt } }) {
        const document = { $setOnInsert: { expiresAt: new Date(expiresAt) } }
        await ended.updateOne({ _id: sessionId }, document, { upsert: true })
        trusted.clear()
      },
      'password-changed': ({ data: { ownerId, changedAt } }) => endAll(ownerId, new Date(changedAt)),
    },
    sweep,
    ...createSweep('ended sessions', sweepEveryMs, log, sweep),
  }
}

const userKey = (id: string) => `user:${id}`
