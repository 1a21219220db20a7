import { type EventData, type MailOrder, mailMessage } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import type { MailContent } from '../mails/layout.ts'
import { disputeOpenedMail, messageAnsweredMail, refundFailedMail, stockLowMail } from '../mails/operator.ts'
import { operatorAddress } from '../operator-address.ts'
import { type PaidFor, readMailOrderIfAny } from './mail-order.ts'
import { sendOnce } from './send-once.ts'

/** Reports a failed refund to the operator, once for each event. @throws NotYet while order does not know the order */
export async function sendRefundFailedMail(
  id: string,
  event: EventData<'refund-changed'>,
  deps: Deps,
): Promise<void> {
  const { publicUrl } = deps
  await sendToOperator({ id, kind: 'refund-failed', paidFor: event }, deps, (to, order) =>
    refundFailedMail({ to, order, event, publicUrl }),
  )
}

/** Reports a new dispute to the operator, once for each event. @throws NotYet while order does not know the order */
export async function sendDisputeOpenedMail(
  id: string,
  event: EventData<'dispute-changed'>,
  deps: Deps,
): Promise<void> {
  const { publicUrl } = deps
  await sendToOperator({ id, kind: 'dispute-opened', paidFor: event }, deps, (to, order) =>
    disputeOpenedMail({ to, order, event, publicUrl }),
  )
}

/** Reports a low stock to the operator, once for each event. */
export async function sendStockLowMail(id: string, event: EventData<'stock-low'>, deps: Deps): Promise<void> {
  const { publicUrl } = deps
  await sendToOperator({ id, kind: 'stock-low', paidFor: null }, deps, (to) =>
    stockLowMail({ to, event, publicUrl }),
  )
}

/** Reports a customer's answer in a thread to the operator, once for each event, unless the message was deleted. */
export async function sendMessageAnsweredMail(
  id: string,
  event: EventData<'message-replied'>,
  deps: Deps,
): Promise<void> {
  const { publicUrl, support } = deps
  await sendToOperator({ id, kind: 'message-answered', paidFor: null }, deps, async (to) => {
    const message = await support.get(`/internal/messages/${event.messageId}`, mailMessage)
    return message && messageAnsweredMail({ to, event, publicUrl })
  })
}

interface OperatorMail {
  id: string
  kind: 'refund-failed' | 'dispute-opened' | 'stock-low' | 'message-answered'
  /** Null for a mail that is not about a payment. */
  paidFor: PaidFor | null
}

async function sendToOperator(
  { id, kind, paidFor }: OperatorMail,
  deps: Deps,
  contentOf: (to: string, order: MailOrder | null) => MailContent | null | Promise<MailContent | null>,
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
    return contentOf(to, paidFor && (await readMailOrderIfAny(paidFor, deps)))
  }
  await sendOnce({ id, userId: null, kind }, write, deps)
}
