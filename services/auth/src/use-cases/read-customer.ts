import {
  type AdminCustomerDetails,
  customerMails,
  customerMessages,
  customerOrders,
  customerPlans,
} from '@prankpost/contracts'
import { AppError, type InternalClient, notFound } from '@prankpost/service-kit'
import type { z } from 'zod'
import { customerFields, toCustomerDto } from '../customer.dto.ts'
import type { Deps } from '../deps.ts'
import type { Account } from '../user.model.ts'

/**
 * A customer with the latest records of each service, which are asked at the same time. The records of a service that
 * gives no answer are null.
 * @throws 404 when there is no such customer
 */
export async function readCustomer(
  { id }: { id: string },
  { users, order, subscription, support, notification }: RecordDeps,
): Promise<AdminCustomerDetails> {
  const account = await users.findOne({ _id: id, isListed: true }, { ...customerFields, notes: 1 }).lean()
  if (account === null) throw noCustomer()
  const query = new URLSearchParams({ ownerId: id, email: account.email })
  const records = <T extends z.ZodType>(from: InternalClient, schema: T) =>
    from.get(`/internal/customer-records?${query}`, schema).catch(nullIfUnavailable)
  const [orders, plans, messages, mails] = await Promise.all([
    records(order, customerOrders),
    records(subscription, customerPlans),
    records(support, customerMessages),
    records(notification, customerMails),
  ])
  return { ...toCustomerDto(account), notes: toNotes(account), orders, plans, messages, mails }
}

type RecordDeps = Pick<Deps, 'users' | 'order' | 'subscription' | 'support' | 'notification'>

export const noCustomer = () => notFound('There is no such customer.')

/** Operators' notes as responses show them, oldest first. */
export const toNotes = ({ notes = [] }: Pick<Account, 'notes'>) =>
  notes.map(({ at, by, text }) => ({ at: at.toISOString(), by, text }))

function nullIfUnavailable(error: unknown): null {
  if (error instanceof AppError && error.status === 503) return null
  throw error
}
