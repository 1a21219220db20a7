import { type customerMessages, maxCustomerRecords } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/**
 * The latest messages with a customer's e-mail address, for operators. Everybody can enter any address in the contact form,
 * so that another person may have written them.
 */
export async function listCustomerRecords(
  { email }: { email: string },
  { messages }: Pick<Deps, 'messages'>,
): Promise<z.output<typeof customerMessages>> {
  const found = await messages
    .find({ email }, { subject: 1, status: 1, createdAt: 1 })
    .sort({ createdAt: -1 })
    .limit(maxCustomerRecords)
    .lean()
  return found.map(({ _id, subject, status, createdAt }) => ({
    id: String(_id),
    subject,
    status,
    createdAt: createdAt.toISOString(),
  }))
}
