import { deletionReceipt, type EventData } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { receiptMail } from '../mails/account.ts'
import { sendOnce } from './send-once.ts'

/**
 * Sends the receipt of a deleted account once for each event, and makes auth delete the address. If the process dies in
 * between, the event is redelivered: the mail is not sent again, and auth deletes the address.
 */
export async function sendReceiptMail(
  id: string,
  { ownerId }: EventData<'customer-erased'>,
  deps: Deps,
): Promise<void> {
  const path = `/internal/deletion-receipts/${ownerId}`
  const write = async () => {
    const receipt = await deps.auth.get(path, deletionReceipt)
    return receipt === null ? null : receiptMail(receipt)
  }
  await sendOnce({ id, userId: ownerId, kind: 'account-deleted' }, write, deps)
  checkpoint('mail:receipt-sent')
  await deps.auth.post(`${path}/sent`, z.object({ forgotten: z.literal(true) }), {})
}
