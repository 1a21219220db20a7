import {
  customerMailKinds,
  type MailPreferences,
  mailKinds,
  type mailPreferencesInput,
} from '@prankpost/contracts'
import { invalid, unauthorized } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Account } from '../user.model.ts'
import { toPreferences } from './read-mail-preferences.ts'

type Input = z.output<typeof mailPreferencesInput> & { ownerId: string }

/**
 * Switches kinds of mails on or off, in one conditional write; kinds that are not in the body stay as they are, also when
 * another tab changes them at the same time. A repeat changes nothing.
 * @returns all kinds after the change
 * @throws 400 when a required kind would be switched off, 401 when the account no longer exists
 */
export async function changeMailPreferences(
  { ownerId, preferences }: Input,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<MailPreferences> {
  const refused = preferences.find(({ kind, enabled }) => !enabled && mailKinds[kind].required)
  if (refused !== undefined) {
    throw invalid(`"${mailKinds[refused.kind].title}" cannot be switched off: we have to send it.`)
  }
  const offAfter = ({ mailsOff = [] }: Pick<Account, 'mailsOff'>) => {
    const chosen = new Map(preferences.map(({ kind, enabled }) => [kind, enabled]))
    return customerMailKinds.filter((kind) => !(chosen.get(kind) ?? !mailsOff.includes(kind)))
  }
  const account = { _id: ownerId, deletion: { $exists: false } }
  const changed = await outbox.change(account, (user) => ({ update: { $set: { mailsOff: offAfter(user) } } }))
  if (changed === null) throw unauthorized()
  return toPreferences({ mailsOff: offAfter(changed.document) })
}
