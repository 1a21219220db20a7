import { pastEventsQuery } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { countDueParcels } from './use-cases/count-due-parcels.ts'
import { listPastEvents } from './use-cases/list-past-events.ts'
import { listSentPranks } from './use-cases/list-sent-pranks.ts'
import { printParcels } from './use-cases/print-parcels.ts'
import { shipPlanParcel } from './use-cases/ship-plan-parcel.ts'

/** The HTTP map of fulfilment; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('POST /api/admin/ship-subscription-prank', ({ body }) => shipPlanParcel(body, deps)),
  on('GET /api/admin/sent-pranks/:userId', ({ params }) => listSentPranks({ ownerId: params.userId }, deps)),
  on('POST /api/admin/parcel-documents', ({ body, res }) => printParcels(body, res, deps)),
  on('GET /api/admin/shipment-stats', () => countDueParcels(deps)),
]

/** The internal endpoints of fulfilment. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/past-events', ['subscription-logs'], pastEventsQuery, (query) =>
    listPastEvents(query, deps),
  ),
]
