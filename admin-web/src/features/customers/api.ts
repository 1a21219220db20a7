import type { BodyIn } from '@prankpost/contracts/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { countQuery, hitsQuery, listQuery } from '../../lib/admin-list.ts'
import type { ListState } from '../../lib/list-state.ts'
import { accountStatuses, accountStatusOf, nameOf } from './statuses.ts'

const endpoint = 'GET /api/admin/customers'

/** The number of accounts. */
export const customersCount = countQuery('customers', endpoint)

/** A page of customers. */
export const customersList = (state: ListState) => listQuery('customers', endpoint, state)

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
    staleTime: 0,
    refetchOnMount: 'always',
  })

export const block = (id: string, reason: string) =>
  adminCall('POST /api/admin/customers/:id/block', { params: { id }, body: { reason } })
export const unblock = (id: string) => adminCall('POST /api/admin/customers/:id/unblock', { params: { id } })
export const signOut = (id: string) => adminCall('POST /api/admin/customers/:id/sign-out', { params: { id } })
export const addNote = (id: string, text: string) =>
  adminCall('POST /api/admin/customers/:id/notes', { params: { id }, body: { text } })

export type LinkPurpose = BodyIn<'POST /api/admin/customers/:id/mails'>['purpose']
/** Sends a mail with a link. @throws ApiError 409 if the address is verified already */
export const sendLink = (id: string, purpose: LinkPurpose) =>
  adminCall('POST /api/admin/customers/:id/mails', { params: { id }, body: { purpose } })

/** Reads the list, the count and the open customer again. */
export const refreshCustomers = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['customers'] })
