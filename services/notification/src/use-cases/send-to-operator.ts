import type { Deps } from '../deps.ts'
import { type MailText, mail } from '../mails/layout.ts'
import type { About } from '../mails/occasion.ts'
import { operatorAddress } from '../operator-address.ts'
import { sendOnce } from './send-once.ts'

/** Reports an event to the operator, once for each event. `textOf` returns null when the mail is no longer needed. */
export async function sendToOperator<E>(
  kind: 'refund-failed' | 'dispute-opened' | 'stock-low' | 'message-answered',
  { id, data: event }: { id: string; data: E },
  textOf: (about: About<E>, deps: Deps) => MailText | null | Promise<MailText | null>,
  deps: Deps,
): Promise<void> {
  const write = async () => {
    const to = await operatorAddress(deps)
    if (to === null) {
      deps.log.warn(
        { mail: id, kind },
        'no mail to the operator: neither the settings nor OPERATOR_EMAIL have an address',
      )
      return null
    }
    const text = await textOf({ event, publicUrl: deps.publicUrl }, deps)
    return text && mail({ to, ...text })
  }
  await sendOnce({ id, userId: null, kind }, write, deps)
}
