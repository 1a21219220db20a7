import {
  internalDiscountQuery,
  prankQuery,
  reservationEndRequest,
  reservationRequest,
} from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route, sendShared } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { toStoreShop } from './shop.model.ts'
import { addDiscount } from './use-cases/add-discount.ts'
import { addPrank } from './use-cases/add-prank.ts'
import { changeDiscount } from './use-cases/change-discount.ts'
import { changePrank } from './use-cases/change-prank.ts'
import { changeSettings, readSettings, readShop } from './use-cases/change-settings.ts'
import { checkDiscount, readDiscount } from './use-cases/check-discount.ts'
import { findPranks } from './use-cases/find-pranks.ts'
import { listAdminPranks } from './use-cases/list-admin-pranks.ts'
import { listDiscounts } from './use-cases/list-discounts.ts'
import { listLowStock } from './use-cases/list-low-stock.ts'
import { listPranks } from './use-cases/list-pranks.ts'
import { listPriceChanges } from './use-cases/list-price-changes.ts'
import { publishText } from './use-cases/publish-text.ts'
import { readPrank } from './use-cases/read-prank.ts'
import { readShopCopy } from './use-cases/read-shop-copy.ts'
import {
  listTexts,
  listTextVersions,
  readAdminText,
  readText,
  readTextVersion,
} from './use-cases/read-texts.ts'
import { endReservation, reserve } from './use-cases/reserve.ts'
import { sendPicture } from './use-cases/send-picture.ts'
import { setPicture } from './use-cases/set-picture.ts'

/** The HTTP map of catalog; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/pranks', async ({ res }) => sendShared(res, await listPranks(deps))),
  on('GET /api/pranks/:slug', async ({ params, res }) => sendShared(res, await readPrank(params, deps))),
  on('GET /api/shop', async ({ res }) => sendShared(res, toStoreShop(await readShop(deps), deps.now()))),
  on('GET /api/texts/:name', async ({ params, res }) => sendShared(res, await readText(params.name, deps))),
  on('GET /api/texts/:name/versions/:version', async ({ params, res }) =>
    sendShared(res, await readTextVersion(params, deps)),
  ),
  on('GET /api/admin/pranks', ({ query }) => listAdminPranks(query, deps)),
  on('POST /api/admin/pranks', ({ body }) => addPrank(body, deps)),
  on('PATCH /api/admin/pranks/:id', ({ params, body, operator }) =>
    changePrank({ id: params.id, patch: body, by: operator.name }, deps),
  ),
  on('GET /api/admin/pranks/:id/prices', ({ params }) => listPriceChanges(params, deps)),
  on('PUT /api/admin/pranks/:id/picture', ({ params, body, operator }) =>
    setPicture({ id: params.id, bytes: body, by: operator.name }, deps),
  ),
  on('GET /api/admin/discounts', ({ query }) => listDiscounts(query, deps)),
  on('POST /api/admin/discounts', ({ body }) => addDiscount(body, deps)),
  on('PATCH /api/admin/discounts/:code', ({ params, body }) =>
    changeDiscount({ code: params.code, patch: body }, deps),
  ),
  on('POST /api/discounts/check', ({ body, req }) =>
    checkDiscount({ code: body.code, address: req.ip ?? 'unknown' }, deps),
  ),
  on('GET /api/admin/settings', () => readSettings(deps)),
  on('PATCH /api/admin/settings', ({ body, operator }) =>
    changeSettings({ patch: body, by: operator.name }, deps),
  ),
  on('GET /api/admin/texts', () => listTexts(deps)),
  on('GET /api/admin/texts/:name/versions', ({ params, query }) =>
    listTextVersions({ ...query, ...params }, deps),
  ),
  on('GET /api/admin/texts/:name/versions/:version', ({ params }) => readAdminText(params, deps)),
  on('POST /api/admin/texts/:name/versions', ({ params, body, operator }) =>
    publishText({ ...body, ...params, by: operator.name }, deps),
  ),
  on('POST /api/admin/texts/preview', async ({ body }) => ({ sections: parseMarkdown(body.markdown) })),
  on('GET /media/:name', ({ params, res }) => sendPicture(params.name, res, deps)),
]

/** The internal endpoints of catalog. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal(
    'get',
    '/internal/pranks',
    ['order', 'fulfilment', 'consent', 'reporting'],
    prankQuery,
    (query) => findPranks(query, deps),
  ),
  onInternal('get', '/internal/discounts', ['order', 'subscription'], internalDiscountQuery, (query) =>
    readDiscount(query, deps),
  ),
  onInternal('post', '/internal/reservations', ['order', 'subscription'], reservationRequest, (body) =>
    reserve(body, deps),
  ),
  onInternal('post', '/internal/reservations/end', ['order', 'subscription'], reservationEndRequest, (body) =>
    endReservation(body, deps),
  ),
  // These services keep a copy of the shop's settings, or of the versions of its texts.
  onInternal(
    'get',
    '/internal/shop',
    ['auth', 'order', 'subscription', 'fulfilment', 'consent', 'notification'],
    z.object({}),
    () => readShopCopy(deps),
  ),
  onInternal('get', '/internal/digest', ['notification'], z.object({}), () => listLowStock(deps)),
]
