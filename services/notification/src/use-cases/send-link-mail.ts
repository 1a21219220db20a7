import { type EventData, mailLink } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { linkMail } from '../mails/account.ts'
import { sendOnce } from './send-once.ts'

/** Sends a customer the requested link, once for each event. auth creates the link now; nothing of it is stored. */
export async function sendLinkMail(
  id: string,
  request: EventData<'mail-link-requested'>,
  deps: Deps,
): Promise<void> {
  const { userId, purpose } = request
  const write = async () => {
    const link = await deps.auth.post('/internal/mail-links', mailLink, request)
    return link === null ? null : linkMail(purpose, { ...link, expiresAt: new Date(link.expiresAt) })
  }
  await sendOnce({ id, userId, kind: purpose }, write, deps)
}
