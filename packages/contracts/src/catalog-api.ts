import { z } from 'zod'
import { pictureMaxBytes, pictureTypes } from './constants.ts'
import * as discount from './discount.ts'
import { type Endpoints, idParams } from './endpoint.ts'
import { may } from './operator.ts'
import * as prank from './prank.ts'
import { adminListOf } from './primitives.ts'

const managing = { service: 'catalog', access: 'admin', roles: may.manage, status: 200 } as const
const viewing = { service: 'catalog', access: 'admin', roles: may.anyone, status: 200 } as const
const everyone = { service: 'catalog', access: 'public', status: 200 } as const

/** The operator's endpoints of the catalog. */
export const catalogApi = {
  'GET /api/admin/pranks': {
    operationId: 'listAdminPranks',
    summary: 'List all pranks, by position',
    ...viewing,
    unaudited: 'the catalog, no customers',
    query: prank.adminPrankQuery,
    answer: adminListOf(prank.adminPrank),
  },
  'POST /api/admin/pranks': {
    operationId: 'addPrank',
    summary: 'Add a prank',
    description: 'Refused with 409 if a prank has this name, or the catalog is full.',
    fails: [409],
    ...managing,
    status: 201,
    body: prank.prankInput,
    answer: prank.adminPrank,
  },
  'PATCH /api/admin/pranks/:id': {
    operationId: 'changePrank',
    summary: 'Change a prank',
    description:
      'The store shows the change within a second. Refused with 409 if another prank has this name, or if the prank has changed since `revision`.',
    fails: [404, 409],
    ...managing,
    params: idParams,
    body: prank.prankPatch,
    answer: prank.adminPrank,
  },
  'GET /api/admin/pranks/:id/prices': {
    operationId: 'listPriceChanges',
    summary: "List the latest changes of a prank's price, latest first",
    fails: [404],
    ...viewing,
    unaudited: 'the catalog, no customers',
    params: idParams,
    answer: z.array(prank.priceChange),
  },
  'PUT /api/admin/pranks/:id/picture': {
    operationId: 'setPrankPicture',
    summary: 'Set the picture of a prank',
    description:
      'A PNG, JPEG or WebP with up to 25 megapixels. It is stored as WebP in three sizes, without metadata; of an animation the first frame.',
    fails: [404],
    ...managing,
    params: idParams,
    upload: pictureTypes,
    maxBodyBytes: pictureMaxBytes,
    answer: prank.adminPrank,
  },

  'GET /api/admin/discounts': {
    operationId: 'listDiscounts',
    summary: 'List discount codes, newest first',
    service: 'catalog',
    access: 'admin',
    roles: may.read,
    status: 200,
    unaudited: 'discount codes, no customers',
    query: discount.discountQuery,
    answer: adminListOf(discount.discount),
  },
  'POST /api/admin/discounts': {
    operationId: 'addDiscount',
    summary: 'Add a discount code',
    description: 'Refused with 409 if the code exists.',
    fails: [409],
    ...managing,
    status: 201,
    body: discount.discountInput,
    answer: discount.discount,
  },
  'PATCH /api/admin/discounts/:code': {
    operationId: 'changeDiscount',
    summary: 'Change a discount code',
    description:
      'Orders and plans that were placed before keep their prices. Refused with 409 if the code has changed since `revision`.',
    fails: [404, 409],
    ...managing,
    params: discount.discountParams,
    body: discount.discountPatch,
    answer: discount.discount,
  },
  'POST /api/discounts/check': {
    operationId: 'checkDiscount',
    summary: 'Check a discount code',
    description:
      'Returns what the code does. 400 with a message for the customer when it cannot be used. Limits per customer are checked with the cart.',
    ...everyone,
    body: discount.discountCheckInput,
    answer: discount.discountCheckAnswer,
  },

  'GET /media/:name': {
    operationId: 'readPicture',
    summary: 'Read a picture',
    description: 'The content of an address never changes.',
    fails: [404],
    ...everyone,
    params: prank.mediaParams,
    file: 'image/webp',
    isStored: true,
  },
} as const satisfies Endpoints
