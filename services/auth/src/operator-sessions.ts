import { createHash, randomBytes } from 'node:crypto'
import {
  type CallingOperator,
  type OperatorSession as OperatorSessionDto,
  operatorIdleMinutes,
  operatorSessionHours,
} from '@prankpost/contracts'
import { toCallingOperator } from './operator.dto.ts'
import type { Operator, OperatorModel } from './operator.model.ts'
import type { OperatorSession, OperatorSessionModel } from './operator-session.model.ts'

/** The sessions of operators. */
export interface OperatorSessions {
  /** Starts a session of an operator whose password was checked, and returns its token. */
  start(operator: Operator, from: { address: string; browser: string }): Promise<string>
  /** The operator of a session; null when it has ended. Counts as activity. */
  operatorOf(token: string): Promise<CallingOperator | null>
  /** The running sessions of an operator, newest first; `token` is that of the call. */
  list(operatorId: string, token: string | undefined): Promise<OperatorSessionDto[]>
  /** Ends a session. Safe to repeat. */
  end(token: string): Promise<void>
  /** Ends all sessions of an operator. Safe to repeat. */
  endAll(operatorId: string): Promise<void>
}

const sessionMs = operatorSessionHours * 60 * 60_000
const idleMs = operatorIdleMinutes * 60_000
/** Activity is written at most once in this time. */
const activityMs = 60_000
const maxBrowserLength = 300
const maxListed = 50

/** Keeps sessions in auth's database. `now` is the time by the clock of the database. */
export function createOperatorSessions({
  operators,
  operatorSessions,
  now,
}: {
  operators: OperatorModel
  operatorSessions: OperatorSessionModel
  now: () => Date
}): OperatorSessions {
  const running = () => {
    const time = now()
    return { expiresAt: { $gt: time }, lastSeenAt: { $gt: new Date(time.getTime() - idleMs) } }
  }
  return {
    async start(operator, { address, browser }) {
      const token = randomBytes(32).toString('base64url')
      const time = now()
      await operatorSessions.create({
        tokenDigest: digest(token),
        operatorId: operator._id,
        ...(operator.passwordSetAt && { passwordSetAt: operator.passwordSetAt }),
        startedAt: time,
        lastSeenAt: time,
        expiresAt: new Date(time.getTime() + sessionMs),
        address,
        browser: browser.slice(0, maxBrowserLength),
      })
      return token
    },
    async operatorOf(token) {
      const session = await operatorSessions.findOne({ tokenDigest: digest(token), ...running() }).lean()
      if (session === null) return null
      const operator = await operators.findOne({ _id: session.operatorId }).lean<Operator>()
      if (operator === null || !isOfPassword(session, operator)) return null
      const time = now()
      if (time.getTime() - session.lastSeenAt.getTime() >= activityMs) {
        await Promise.all([
          operatorSessions.updateOne({ _id: session._id }, { $set: { lastSeenAt: time } }),
          operators.updateOne({ _id: operator._id }, { $set: { lastSeenAt: time } }),
        ])
      }
      return toCallingOperator(operator)
    },
    async list(operatorId, token) {
      const current = token === undefined ? '' : digest(token)
      const found = await operatorSessions
        .find({ operatorId, ...running() })
        .sort({ startedAt: -1 })
        .limit(maxListed)
        .lean()
      return found.map(({ _id, tokenDigest, startedAt, lastSeenAt, address, browser }) => ({
        id: String(_id),
        isCurrent: tokenDigest === current,
        startedAt: startedAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        address,
        browser,
      }))
    },
    async end(token) {
      await operatorSessions.deleteOne({ tokenDigest: digest(token) })
    },
    async endAll(operatorId) {
      await operatorSessions.deleteMany({ operatorId })
    },
  }
}

const isOfPassword = (session: Pick<OperatorSession, 'passwordSetAt'>, { passwordSetAt }: Operator) =>
  passwordSetAt !== null && session.passwordSetAt?.getTime() === passwordSetAt.getTime()

const digest = (token: string) => createHash('sha256').update(token).digest('base64url')
