import { customerRecordsQuery } from '@prankpost/contracts'
import { type InternalRoute, onInternal } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { listCustomerRecords } from './use-cases/list-customer-records.ts'

/** The routes for other services. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/customer-records', ['auth'], customerRecordsQuery, (query) =>
    listCustomerRecords(query, deps),
  ),
]
