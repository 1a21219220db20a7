import { type CustomerMailKind, mailKinds } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { hello, type MailText, mail } from '../mails/layout.ts'
import type { About } from '../mails/occasion.ts'
import { accountOf } from './account-of.ts'
import { sendOnce } from './send-once.ts'

/**
 * Sends a mail about an order or a plan to its customer, once for each event (see `sendOnce`). Address, name and
 * preferences are read when it is sent. Nothing is sent when the account was deleted or the customer switched this kind
 * off; this is recorded, so a copy of the event sends nothing later either. An order without an account has no recipient.
 */
export async function sendToCustomer<E extends { ownerId: string | null }>(
  kind: CustomerMailKind,
  { id, data: event }: { id: string; data: E },
  textOf: (about: About<E>, deps: Deps) => MailText | Promise<MailText>,
  deps: Deps,
): Promise<void> {
  const { ownerId } = event
  if (ownerId === null) return
  const write = async () => {
    const account = await accountOf(ownerId, deps)
    if (account === null || isOff(kind, account.mailsOff)) return null
    const { email: to, firstName } = account
    return mail({
      to,
      greeting: hello(firstName),
      ...(await textOf({ event, publicUrl: deps.publicUrl }, deps)),
    })
  }
  await sendOnce({ id, userId: ownerId, kind }, write, deps)
}

/** Whether a customer switched a kind of mails off; required kinds are sent in any case. */
export const isOff = (kind: CustomerMailKind, mailsOff: readonly string[]) =>
  !mailKinds[kind].required && mailsOff.includes(kind)
