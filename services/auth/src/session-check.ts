import type { SessionCheck } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { passwordSetAtOf } from './user.model.ts'

/**
 * Tells whether a session was ended: signed out, replaced, started with an older password, or its account is
 * gone. Here that holds at once; the other services learn of it by events.
 */
export function createSessionCheck({
  users,
  endedSessions,
}: Pick<Deps, 'users' | 'endedSessions'>): SessionCheck {
  return {
    async hasEnded({ id, user: { id: ownerId }, passwordSetAt }) {
      const [ended, owner] = await Promise.all([
        endedSessions.exists({ _id: id }),
        users.findOne({ _id: ownerId }, { passwordSetAt: 1, createdAt: 1 }).lean(),
      ])
      return ended !== null || owner === null || passwordSetAt < passwordSetAtOf(owner)
    },
  }
}
