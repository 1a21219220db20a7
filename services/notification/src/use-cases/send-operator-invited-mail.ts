import { type EventData, operatorInvitation } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { operatorInvitedMail } from '../mails/operator.ts'
import { sendOnce } from './send-once.ts'

/** Invites an operator, once for each event. auth creates the link now; nothing of it is stored. */
export async function sendOperatorInvitedMail(
  id: string,
  request: EventData<'operator-invited'>,
  deps: Deps,
): Promise<void> {
  const write = async () => {
    const invited = await deps.auth.post('/internal/operator-invitations', operatorInvitation, request)
    return invited === null ? null : operatorInvitedMail(invited)
  }
  await sendOnce({ id, userId: null, kind: 'operator-invited' }, write, deps)
}
