import { doNotPrankMail, type EventData } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { codeMail } from '../mails/do-not-prank.ts'
import { sendOnce } from './send-once.ts'

/**
 * Sends the code of a do-not-prank request, once for each event, unless the request has ended. The record contains no customer:
 * the page needs no account.
 */
export async function sendCodeMail(
  id: string,
  { requestId }: EventData<'do-not-prank-requested'>,
  deps: Deps,
): Promise<void> {
  const write = async () => {
    const found = await deps.consent.get(`/internal/do-not-prank-mails/${requestId}`, doNotPrankMail)
    return found && codeMail(found)
  }
  await sendOnce({ id, userId: null, kind: 'do-not-prank-code' }, write, deps)
}
