import type { User } from '@prankpost/contracts'
import { unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { toDto, userFields } from '../user.model.ts'

/** The account behind a session. @throws 401 when it is not there any more */
export async function readUser({ id }: { id: string }, { users }: Pick<Deps, 'users'>): Promise<User> {
  const user = await users.findOne({ _id: id }, userFields).lean()
  if (user === null) throw unauthorized()
  return toDto(user)
}
