import type { Deps } from '../deps.ts'

/** The address that identifies a customer's data in other services; null unless it was verified. */
export async function readDataSubject(
  { id }: { id: string },
  { users }: Pick<Deps, 'users'>,
): Promise<{ verifiedEmail: string | null }> {
  const user = await users.findById(id, { email: 1, emailVerifiedAt: 1, deletion: 1 }).lean()
  if (user === null) return { verifiedEmail: null }
  const { deletion } = user
  if (deletion !== undefined) {
    return { verifiedEmail: deletion.emailVerified ? (deletion.email ?? null) : null }
  }
  return { verifiedEmail: user.emailVerifiedAt == null ? null : user.email }
}
