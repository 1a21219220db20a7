import { customerMailKinds, type MailPreferences, mailKinds } from '@prankpost/contracts'
import { unauthorized } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Account } from '../user.model.ts'

/** Which mails a customer receives. @throws 401 when the account no longer exists */
export async function readMailPreferences(
  { id }: { id: string },
  { users }: Pick<Deps, 'users'>,
): Promise<MailPreferences> {
  const user = await users.findOne({ _id: id, deletion: { $exists: false } }, { mailsOff: 1 }).lean()
  if (user === null) throw unauthorized()
  return toPreferences(user)
}

/** All kinds of mails in the order of the contract. A kind that was added later is on. */
export function toPreferences({ mailsOff = [] }: Pick<Account, 'mailsOff'>): MailPreferences {
  return {
    preferences: customerMailKinds.map((kind) => {
      const { title, required } = mailKinds[kind]
      return { kind, title, required, enabled: required || !mailsOff.includes(kind) }
    }),
  }
}
