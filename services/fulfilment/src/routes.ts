import { parcelPlaceQuery, pastEventsQuery } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route, sendShared } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { countDueParcels, digestParcels } from './use-cases/count-due-parcels.ts'
import { holdParcel, releaseParcel } from './use-cases/hold-parcel.ts'
import { importTracking } from './use-cases/import-tracking.ts'
import { listParcels } from './use-cases/list-parcels.ts'
import { listPastEvents } from './use-cases/list-past-events.ts'
import { listSentPranks } from './use-cases/list-sent-pranks.ts'
import { printLabels } from './use-cases/print-labels.ts'
import { printParcels } from './use-cases/print-parcels.ts'
import { readDraw } from './use-cases/read-draw.ts'
import { listDrawMonths, readDrawMonth } from './use-cases/read-draw-months.ts'
import { readParcelPlace } from './use-cases/read-parcel-place.ts'
import { readPlanDraw } from './use-cases/read-plan-draw.ts'
import { readParcelSender, readSlip } from './use-cases/read-slip.ts'
import { refundParcel } from './use-cases/refund-parcel.ts'
import { refuseParcel } from './use-cases/refuse-parcel.ts'
import { reportDelivered, reportReturned, sendParcelAgain } from './use-cases/report-parcel.ts'
import { readDrawPreferences, setDrawPreferences } from './use-cases/set-draw-preferences.ts'
import { scanParcel, shipParcels } from './use-cases/ship-parcels.ts'
import { shipPlanParcel } from './use-cases/ship-plan-parcel.ts'
import { sumPickList } from './use-cases/sum-pick-list.ts'
import { swapSlot } from './use-cases/swap-slot.ts'

/** The HTTP map of fulfilment; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/subscriptions/:id/draw', ({ user, params }) =>
    readDraw({ subscriptionId: params.id, ownerId: user.id }, deps),
  ),
  on('POST /api/subscriptions/:id/draw/:slot/swap', ({ user, params }) =>
    swapSlot({ subscriptionId: params.id, ownerId: user.id, slot: params.slot }, deps),
  ),
  on('GET /api/subscriptions/:id/preferences', ({ user, params }) =>
    readDrawPreferences({ subscriptionId: params.id, ownerId: user.id }, deps),
  ),
  on('PUT /api/subscriptions/:id/preferences', ({ user, params, body }) =>
    setDrawPreferences({ ...body, subscriptionId: params.id, ownerId: user.id }, deps),
  ),
  on('GET /api/draws', async ({ res }) => sendShared(res, await listDrawMonths(deps))),
  on('GET /api/draws/:month', ({ params, query }) => readDrawMonth({ ...params, ...query }, deps)),
  on('GET /api/admin/plan-draw/:stripeSubscriptionId', ({ params }) => readPlanDraw(params, deps)),
  on('POST /api/admin/ship-subscription-prank', ({ body }) => shipPlanParcel(body, deps)),
  on('GET /api/admin/sent-pranks/:userId', ({ params }) => listSentPranks({ ownerId: params.userId }, deps)),
  on('POST /api/admin/parcel-documents', ({ body, res }) => printParcels(body, res, deps)),
  on('GET /api/admin/parcels', ({ query, operator }) => listParcels(query, operator, deps)),
  on('POST /api/admin/parcels/pick-list', ({ body }) => sumPickList(body, deps)),
  on('POST /api/admin/parcels/labels', ({ body, res }) => printLabels(body, res, deps)),
  on('POST /api/admin/parcels/ship', ({ body }) => shipParcels(body, deps)),
  on('POST /api/admin/parcels/scan', ({ body }) => scanParcel(body, deps)),
  on('POST /api/admin/parcels/import', ({ body }) => importTracking(body, deps)),
  on('POST /api/admin/parcels/:id/delivered', ({ params, body }) =>
    reportDelivered({ ...params, ...body }, deps),
  ),
  on('POST /api/admin/parcels/:id/returned', ({ params }) => reportReturned(params, deps)),
  on('POST /api/admin/parcels/:id/send-again', ({ params }) => sendParcelAgain(params, deps)),
  on('POST /api/admin/parcels/:id/refund', ({ params }) => refundParcel(params, deps)),
  on('POST /api/admin/parcels/:id/hold', ({ params, body }) => holdParcel({ ...params, ...body }, deps)),
  on('POST /api/admin/parcels/:id/release', ({ params, operator }) =>
    releaseParcel({ ...params, role: operator.role }, deps),
  ),
  on('POST /api/admin/parcels/:id/refuse', ({ params, body }) => refuseParcel({ ...params, ...body }, deps)),
  on('GET /api/admin/shipment-stats', () => countDueParcels(deps)),
]

/** The internal endpoints of fulfilment. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/past-events', ['subscription-logs'], pastEventsQuery, (query) =>
    listPastEvents(query, deps),
  ),
  onInternal('get', '/internal/parcel-places', ['consent'], parcelPlaceQuery, (query) =>
    readParcelPlace(query, deps),
  ),
  onInternal('get', '/internal/slips', ['consent'], parcelPlaceQuery, (query) => readSlip(query, deps)),
  onInternal('get', '/internal/parcel-senders', ['consent'], parcelPlaceQuery, (query) =>
    readParcelSender(query, deps),
  ),
  onInternal('get', '/internal/digest', ['notification'], z.object({}), () => digestParcels(deps)),
]
