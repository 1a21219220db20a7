import { type Session, unlessDuplicate } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'

/**
 * Ends a session on the server, in one write with the event that announces it: copies of its cookie are void from then
 * on. A repeat changes nothing, and without a session there is nothing to do. If the process dies right after the
 * write, the event is still in the outbox.
 */
export async function endSession(
  session: Session | null,
  { sessionOutbox }: Pick<Deps, 'sessionOutbox'>,
): Promise<void> {
  if (session === null) return
  const { id: _id, user, expiresAt } = session
  const endedAt = new Date()
  const ended = emit('session-ended', _id, {
    sessionId: _id,
    ownerId: user.id,
    endedAt: endedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
  await unlessDuplicate(sessionOutbox.insert({ _id, ownerId: user.id, endedAt, expiresAt }, [ended]))
}
