import type { SessionCheck } from '@prankpost/service-kit'
import type { Request } from 'express'
import type { Deps } from './deps.ts'
import { passwordSetAtOf, type ShownAccount, userFields } from './user.model.ts'

/** Checks sessions, and returns the accounts that were read for the check. */
export interface AccountCheck extends SessionCheck {
  /** The account of a request that passed the check. Reading it again would double the cost of the request. */
  accountOf(req: Request): ShownAccount
}

/**
 * Checks whether a session was ended: by signing out, by a new sign-in, by a new password, or by the deletion of its
 * account. This is immediate in auth; other services learn of it by events.
 */
export function createSessionCheck({
  users,
  endedSessions,
}: Pick<Deps, 'users' | 'endedSessions'>): AccountCheck {
  const accounts = new WeakMap<Request, ShownAccount>()
  return {
    async hasEnded({ id, user: { id: ownerId }, passwordSetAt }, req) {
      const [ended, owner] = await Promise.all([
        endedSessions.exists({ _id: id }),
        users.findById(ownerId, { ...userFields, passwordSetAt: 1 }).lean(),
      ])
      if (ended !== null || owner === null || passwordSetAt < passwordSetAtOf(owner)) return true
      accounts.set(req, owner)
      return false
    },
    accountOf(req) {
      const account = accounts.get(req)
      if (account === undefined) throw new Error('no session was accepted for this request')
      return account
    },
  }
}
