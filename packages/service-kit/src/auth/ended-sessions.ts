import { sessionDays } from '@prankpost/contracts'
import type { Handler } from '@prankpost/messaging'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { Connection } from 'mongoose'
import { createEndedSessionModel } from './ended-session.model.ts'
import type { Session } from './session.ts'

/** Checks whether a session was ended before its token expires. */
export interface SessionCheck {
  /** @throws when the database is unavailable, so that no request passes unchecked */
  hasEnded(session: Session, req: Request): Promise<boolean>
}

/** A service's own record of ended sessions. */
export interface EndedSessions extends SessionCheck {
  /** Part of the message map. Events may arrive twice, late or in any order: an ended session stays ended. */
  handlers: {
    'session-ended': Handler<'session-ended'>
    'password-changed': Handler<'password-changed'>
    'sessions-ended': Handler<'sessions-ended'>
  }
  /** Permanently ends every session of a customer that was started before this time. */
  endAll(ownerId: string, before: Date): Promise<void>
}

const dayMs = 86_400_000
// A login that checked the old password may sign its session just after the new password was set.
const keepMs = (sessionDays + 1) * dayMs
/**
 * How long a valid session is not checked again. This saves one query for each request of a page. An end that this
 * process receives takes effect at once.
 */
const trustMs = 1_000
const maxTrusted = 5_000

/**
 * Keeps ended sessions in the collection `ended_sessions` of a service's database, as reported by auth's events. Until
 * the event arrives the session stays valid here; in replicas other than the one that received the event it stays valid
 * for up to one second longer.
 */
export function createEndedSessions(connection: Connection): EndedSessions {
  const ended = createEndedSessionModel(connection)
  const createTrusted = () => new LRUCache<string, true>({ max: maxTrusted, ttl: trustMs })
  let trusted = createTrusted()

  const endAll = async (ownerId: string, before: Date) => {
    const expiresAt = new Date(before.getTime() + keepMs)
    await ended.updateOne({ _id: userKey(ownerId) }, { $max: { before, expiresAt } }, { upsert: true })
    trusted = createTrusted()
  }

  return {
    endAll,
    async hasEnded({ id, user, passwordSetAt }) {
      // An end that is received during the query replaces the cache: the answer then goes into the discarded one.
      const cache = trusted
      if (cache.get(id)) return false
      const start = performance.now()
      const known = await ended.find({ _id: { $in: [id, userKey(user.id)] } }).lean()
      const hasEnded = known.some(({ before }) => before === undefined || passwordSetAt < before)
      if (!hasEnded) cache.set(id, true, { start })
      return hasEnded
    },
    handlers: {
      async 'session-ended'({ data: { sessionId, expiresAt } }) {
        const document = { $setOnInsert: { expiresAt: new Date(expiresAt) } }
        await ended.updateOne({ _id: sessionId }, document, { upsert: true })
        trusted = createTrusted()
      },
      'password-changed': ({ data: { ownerId, changedAt } }) => endAll(ownerId, new Date(changedAt)),
      'sessions-ended': ({ data: { ownerId, endedAt } }) => endAll(ownerId, new Date(endedAt)),
    },
  }
}

const userKey = (id: string) => `user:${id}`
