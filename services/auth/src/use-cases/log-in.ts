import { unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { tryPassword } from '../password-tries.ts'
import type { Account } from '../user.model.ts'

/**
 * Returns the account with this e-mail address and password. An unknown address takes the same time and gets the same
 * answer as a wrong password.
 * @throws 401 when they do not match, 429 after too many failures of the account or the address
 */
export async function logIn(
  { email, password, address }: { email: string; password: string; address: string },
  deps: Pick<Deps, 'users' | 'limits' | 'passwords'>,
): Promise<Account> {
  const account = await tryPassword(
    { email, address, refusal: 'Too many failed sign-ins.' },
    deps,
    async () => {
      const user = await deps.users.findOne({ email }).lean()
      return (await deps.passwords.matches(user?.passwordHash ?? null, password)) ? user : null
    },
  )
  if (account === null) throw unauthorized('Invalid email or password')
  return account
}
