import type { recipientAnswer } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { toRecipientPage } from '../reveals.ts'

/** What the recipient of the parcel with this reference reads of the reveal, and what was answered. Changes nothing. */
export async function readRecipientPage(
  { reference }: { reference: string },
  { orders, now }: Pick<Deps, 'orders' | 'now'>,
): Promise<z.output<typeof recipientAnswer>> {
  const order = await orders.findOne({ 'references.reference': reference }).lean()
  return { page: order && toRecipientPage(order, reference, now()) }
}
