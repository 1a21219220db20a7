import type { BodyIn } from '@prankpost/contracts/api'
import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { freshOnMount, hitsQuery, resourceList } from '../../lib/admin-list.ts'
import { accountStatuses, accountStatusOf, nameOf } from './statuses.ts'

const endpoint = 'GET /api/admin/customers'

/** The list of accounts; `refreshCustomers` reads the open customer again, too. */
export const {
  count: customersCount,
  page: customersList,
  refresh: refreshCustomers,
} = resourceList('customers', endpoint)

/** Customers for the command bar. */
export const customerHits = hitsQuery('customers', endpoint, (customer) => ({
  id: customer.id,
  title: nameOf(customer),
  detail: `${customer.email}, ${accountStatuses[accountStatusOf(customer)].label}`,
  params: { customer: customer.id },
}))

/** One customer with the records of all services. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', 'one', id],
    queryFn: ({ signal }) => adminCall('GET /api/admin/customers/:id', { params: { id }, signal }),
    ...freshOnMount,
  })

export const block = (id: string, reason: string) =>
  adminCall('POST /api/admin/customers/:id/block', { params: { id }, body: { reason } })
export const unblock = (id: string) => adminCall('POST /api/admin/customers/:id/unblock', { params: { id } })
export const signOut = (id: string) => adminCall('POST /api/admin/customers/:id/sign-out', { params: { id } })
/** Adds a note; a repeated call with the same key adds nothing. */
export const addNote = (id: string, text: string, idempotencyKey: string) =>
  adminCall('POST /api/admin/customers/:id/notes', {
    params: { id },
    body: { text },
    headers: { 'idempotency-key': idempotencyKey },
  })

export type LinkPurpose = BodyIn<'POST /api/admin/customers/:id/mails'>['purpose']
/** Sends a mail with a link. @throws ApiError 409 if the address is verified already */
export const sendLink = (id: string, purpose: LinkPurpose) =>
  adminCall('POST /api/admin/customers/:id/mails', { params: { id }, body: { purpose } })
