import type { Endpoints } from './endpoint.ts'
import { may } from './operator.ts'
import { adminListOf } from './primitives.ts'
import * as shop from './shop.ts'
import * as text from './text.ts'

const reading = { service: 'catalog', access: 'admin', roles: may.read, status: 200 } as const
const managing = { service: 'catalog', access: 'admin', roles: may.manage, status: 200 } as const
const everyone = { service: 'catalog', access: 'public', status: 200 } as const

/** The endpoints of the shop's settings and texts. */
export const shopApi = {
  'GET /api/shop': {
    operationId: 'readShop',
    summary: 'Read whether the shop is closed',
    description: 'The response can be cached; revalidate it with `If-None-Match`.',
    ...everyone,
    answer: shop.shop,
  },
  'GET /api/texts/:name': {
    operationId: 'readText',
    summary: 'Read the current version of a text',
    description: 'The response can be cached; revalidate it with `If-None-Match`.',
    fails: [404],
    ...everyone,
    params: text.textParams,
    answer: text.shopText,
  },
  'GET /api/texts/:name/versions/:version': {
    operationId: 'readTextVersion',
    summary: 'Read a version of a text, such as the terms that a customer agreed to',
    fails: [404],
    ...everyone,
    params: text.textVersionParams,
    answer: text.shopText,
  },

  'GET /api/admin/settings': {
    operationId: 'readSettings',
    summary: "Read the shop's settings",
    ...reading,
    unaudited: 'settings, no customers',
    answer: shop.adminSettings,
  },
  'PATCH /api/admin/settings': {
    operationId: 'changeSettings',
    summary: "Change the shop's settings",
    description:
      'Null restores a default. Refused with 409 if the settings have changed since `revision`. A closed shop refuses new payments; payment pages that are open, and renewals of plans, are not affected.',
    fails: [409],
    ...managing,
    body: shop.shopSettingsPatch,
    answer: shop.adminSettings,
  },
  'GET /api/admin/texts': {
    operationId: 'listTexts',
    summary: 'List the texts of the store with their current versions',
    ...reading,
    unaudited: 'texts of the store, no customers',
    answer: adminListOf(text.adminTextVersion),
  },
  'GET /api/admin/texts/:name/versions': {
    operationId: 'listTextVersions',
    summary: 'List the versions of a text, latest first',
    ...reading,
    unaudited: 'texts of the store, no customers',
    params: text.textParams,
    query: text.textListQuery,
    answer: adminListOf(text.adminTextVersion),
  },
  'GET /api/admin/texts/:name/versions/:version': {
    operationId: 'readAdminText',
    summary: 'Read a version of a text with its Markdown',
    fails: [404],
    ...reading,
    unaudited: 'texts of the store, no customers',
    params: text.textVersionParams,
    answer: text.adminText,
  },
  'POST /api/admin/texts/:name/versions': {
    operationId: 'publishText',
    summary: 'Publish a new version of a text',
    description:
      'Markdown: headings, paragraphs, lists, bold, emphasis and links; HTML is shown as text. The present text is not published again. Refused with 409 if another version was published since `basedOn`.',
    fails: [409],
    ...managing,
    status: 201,
    params: text.textParams,
    body: text.textInput,
    maxBodyBytes: text.textMaxBytes,
    answer: text.adminText,
  },
  'POST /api/admin/texts/preview': {
    operationId: 'previewText',
    summary: 'Show what a text would look like',
    ...managing,
    unaudited: 'a preview, which changes nothing',
    body: text.textPreviewInput,
    maxBodyBytes: text.textMaxBytes,
    answer: text.textPreview,
  },
} as const satisfies Endpoints
