import type { EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { passwordChangedMail } from '../mails/account.ts'
import { accountOf } from './account-of.ts'
import { sendOnce } from './send-once.ts'

/** Notifies a customer that the password was changed, in case another person did it. Once for each event. */
export async function sendPasswordChangedMail(
  id: string,
  { ownerId, changedAt }: EventData<'password-changed'>,
  deps: Deps,
): Promise<void> {
  const write = async () => {
    const account = await accountOf(ownerId, deps)
    if (account === null) return null
    const { email: to, firstName } = account
    return passwordChangedMail({ to, firstName, changedAt: new Date(changedAt), publicUrl: deps.publicUrl })
  }
  await sendOnce({ id, userId: ownerId, kind: 'password-changed' }, write, deps)
}
