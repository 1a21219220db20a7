import {
  addressesCheck,
  addressesCheckMaxBytes,
  parcelsHold,
  parcelsHoldMaxBytes,
  parcelsRelease,
} from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { checkAddresses } from './use-cases/check-addresses.ts'
import { closeCase } from './use-cases/close-case.ts'
import { confirmListing } from './use-cases/confirm-listing.ts'
import { countOpenCases } from './use-cases/count-open-cases.ts'
import { releaseUnpaid } from './use-cases/follow-orders.ts'
import { guessSender } from './use-cases/guess-sender.ts'
import { holdParcels } from './use-cases/hold-parcels.ts'
import { listCases } from './use-cases/list-cases.ts'
import { listListings, searchListing } from './use-cases/list-listings.ts'
import { readCodeMail } from './use-cases/read-code-mail.ts'
import { readSlip } from './use-cases/read-slip.ts'
import { removeListing } from './use-cases/remove-listing.ts'
import { reportHarassment } from './use-cases/report-harassment.ts'
import { requestListing } from './use-cases/request-listing.ts'
import { revealSender } from './use-cases/reveal-sender.ts'
import { sendReaction } from './use-cases/send-reaction.ts'
import { stopParcels } from './use-cases/stop-parcels.ts'

/** The HTTP map of consent; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('POST /api/do-not-prank', ({ body, req }) =>
    requestListing({ input: body, address: req.ip ?? 'unknown' }, deps),
  ),
  on('POST /api/do-not-prank/confirm', ({ body, req }) =>
    confirmListing({ ...body, address: req.ip ?? 'unknown' }, deps),
  ),
  on('GET /api/admin/do-not-prank', ({ query }) => listListings(query, deps)),
  on('POST /api/admin/do-not-prank/search', ({ body }) => searchListing(body, deps)),
  on('DELETE /api/admin/do-not-prank/:id', ({ params }) => removeListing(params, deps)),
  on('POST /api/slips', ({ body, req }) => readSlip({ ...body, address: req.ip ?? 'unknown' }, deps)),
  on('POST /api/slips/stop', ({ body, req }) => stopParcels({ ...body, address: req.ip ?? 'unknown' }, deps)),
  on('POST /api/slips/report', ({ body, req }) =>
    reportHarassment({ ...body, address: req.ip ?? 'unknown' }, deps),
  ),
  on('POST /api/slips/guess', ({ body, req }) =>
    guessSender({ ...body, address: req.ip ?? 'unknown' }, deps),
  ),
  on('POST /api/slips/reaction', ({ body, req }) =>
    sendReaction({ ...body, address: req.ip ?? 'unknown' }, deps),
  ),
  on('GET /api/admin/cases', ({ query }) => listCases(query, deps)),
  on('POST /api/admin/cases/:id/close', ({ params, body, operator }) =>
    closeCase({ ...params, ...body, by: operator.name }, deps),
  ),
  on('POST /api/admin/cases/:id/sender', ({ params }) => revealSender(params, deps)),
]

/** The internal endpoints of consent. Addresses are in bodies, which no log contains. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal(
    'post',
    '/internal/addresses/check',
    ['order', 'contact', 'fulfilment'],
    addressesCheck,
    (body) => checkAddresses(body, deps),
    addressesCheckMaxBytes,
  ),
  onInternal(
    'post',
    '/internal/parcels/hold',
    ['order', 'fulfilment'],
    parcelsHold,
    (body) => holdParcels(body, deps),
    parcelsHoldMaxBytes,
  ),
  onInternal('post', '/internal/parcels/release', ['order'], parcelsRelease, (body) =>
    releaseUnpaid(body, deps),
  ),
  onInternal(
    'get',
    '/internal/do-not-prank-mails/:id',
    ['notification'],
    z.object({}),
    (_query, { id = '' }) => readCodeMail({ id }, deps),
  ),
  onInternal('get', '/internal/digest', ['notification'], z.object({}), () => countOpenCases(deps)),
]
