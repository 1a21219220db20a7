import { type customerMails, maxCustomerRecords } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** The latest mails to a customer, for operators: their kinds, without addresses, texts and links. */
export async function listCustomerRecords(
  { ownerId }: { ownerId: string },
  { mails }: Pick<Deps, 'mails'>,
): Promise<z.output<typeof customerMails>> {
  const found = await mails
    .find({ userId: ownerId }, { kind: 1, status: 1, at: 1 })
    .sort({ at: -1 })
    .limit(maxCustomerRecords)
    .lean()
  return found.map(({ kind, status, at }) => ({ kind, status, at: at.toISOString() }))
}
