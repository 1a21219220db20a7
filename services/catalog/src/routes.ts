import { createHash } from 'node:crypto'
import { prankQuery, reservationRequest } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { addPrank } from './use-cases/add-prank.ts'
import { changePrank } from './use-cases/change-prank.ts'
import { findPranks } from './use-cases/find-pranks.ts'
import { listAdminPranks } from './use-cases/list-admin-pranks.ts'
import { listPranks } from './use-cases/list-pranks.ts'
import { listPriceChanges } from './use-cases/list-price-changes.ts'
import { reserveStock } from './use-cases/reserve-stock.ts'
import { sendPicture } from './use-cases/send-picture.ts'
import { setPicture } from './use-cases/set-picture.ts'

/** The HTTP map of catalog; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/pranks', async ({ res }) => {
    const json = JSON.stringify(await listPranks(deps))
    const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`
    // Browsers may cache the list but must revalidate it each time; Express answers 304 itself.
    res.set({ etag, 'cache-control': 'public, no-cache' }).type('json').send(json)
  }),
  on('GET /api/admin/pranks', ({ query }) => listAdminPranks(query, deps)),
  on('POST /api/admin/pranks', ({ body }) => addPrank(body, deps)),
  on('PATCH /api/admin/pranks/:id', ({ params, body, operator }) =>
    changePrank({ id: params.id, patch: body, by: operator.name }, deps),
  ),
  on('GET /api/admin/pranks/:id/prices', ({ params }) => listPriceChanges(params, deps)),
  on('PUT /api/admin/pranks/:id/picture', ({ params, body, operator }) =>
    setPicture({ id: params.id, bytes: body, by: operator.name }, deps),
  ),
  on('GET /media/:name', ({ params, res }) => sendPicture(params.name, res, deps)),
]

/** The internal endpoints of catalog. */
export const internalRoutes = (deps: Pick<Deps, 'pranks' | 'now'>): InternalRoute[] => [
  onInternal('get', '/internal/pranks', ['order', 'fulfilment'], prankQuery, (query) =>
    findPranks(query, deps),
  ),
  onInternal('post', '/internal/reservations', ['order'], reservationRequest, (body) =>
    reserveStock(body, deps),
  ),
]
