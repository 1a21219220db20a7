import { type CustomerMailKind, mailKinds } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { MailContent } from '../mails/layout.ts'
import type { Recipient } from '../mails/orders.ts'
import { accountOf } from './account-of.ts'
import { sendOnce } from './send-once.ts'

interface CustomerMail {
  /** The id of the event. */
  id: string
  /** Null for an order without an account: it has no recipient. */
  ownerId: string | null
  kind: CustomerMailKind
}

/**
 * Sends a mail about an order or a plan to its customer, once for each event (see `sendOnce`). Address, name and
 * preferences are read when it is sent. Nothing is sent when the account was deleted or the customer switched this kind
 * off; this is recorded, so a copy of the event sends nothing later either.
 */
export async function sendToCustomer(
  { id, ownerId, kind }: CustomerMail,
  write: (recipient: Recipient) => Promise<MailContent> | MailContent,
  deps: Deps,
): Promise<void> {
  if (ownerId === null) return
  const writeIfWanted = async () => {
    const account = await accountOf(ownerId, deps)
    if (account === null || isOff(kind, account.mailsOff)) return null
    return write({ to: account.email, firstName: account.firstName })
  }
  await sendOnce({ id, userId: ownerId, kind }, writeIfWanted, deps)
}

/** Whether a customer switched a kind of mails off; required kinds are sent in any case. */
export const isOff = (kind: CustomerMailKind, mailsOff: readonly string[]) =>
  !mailKinds[kind].required && mailsOff.includes(kind)
