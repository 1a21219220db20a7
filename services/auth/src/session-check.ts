import type { SessionCheck } from '@prankpost/service-kit'
import type { Request } from 'express'
import type { Deps } from './deps.ts'
import { passwordSetAtOf, type ShownAccount, userFields } from './user.model.ts'

/** The check of sessions, and the accounts that were read for it. */
export interface AccountCheck extends SessionCheck {
  /** Whose session came with a call that was let in; reading it once more would cost as much as all the rest. */
  accountOf(req: Request): ShownAccount
}

/**
 * Tells whether a session was ended: signed out, replaced, started with an older password, or its account is
 * gone. Here that holds at once; the other services learn of it by events.
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
      if (account === undefined) throw new Error('nobody was let in with this call')
      return account
    },
  }
}
