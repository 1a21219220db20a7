import type { BodyIn } from '@prankpost/contracts/api'
import type { AdminSettings } from '@prankpost/contracts/shop'
import type { AdminTextVersion, TextName } from '@prankpost/contracts/text'
import { isRecord, number, shape } from '@prankpost/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { freshOnMount } from '../../lib/admin-list.ts'

export type SettingsPatch = BodyIn<'PATCH /api/admin/settings'>

const isSettings = (value: unknown): value is AdminSettings =>
  shape<{ revision: number; defaults: Record<string, unknown> }>({ revision: number, defaults: isRecord })(
    value,
  )

/** The settings of the shop. */
export const settingsQuery = queryOptions({
  queryKey: ['settings', 'shop'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/settings', { signal, expect: isSettings }),
  ...freshOnMount,
})

/** Changes settings. @throws ApiError 409 if another operator changed them since `revision` */
export const changeSettings = (body: SettingsPatch): Promise<AdminSettings> =>
  adminCall('PATCH /api/admin/settings', { body })

/** The key of all queries about texts. */
export const textsKey = ['settings', 'texts']

/** The texts with their current versions. */
export const textsQuery = queryOptions({
  queryKey: [...textsKey, 'list'],
  queryFn: async ({ signal }): Promise<AdminTextVersion[]> =>
    (await adminCall('GET /api/admin/texts', { signal })).items,
  ...freshOnMount,
})

/** The latest versions of a text. */
export const versionsQuery = (name: TextName) =>
  queryOptions({
    queryKey: [...textsKey, name, 'versions'],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/texts/:name/versions', {
        params: { name },
        query: { limit: 50 },
        signal,
      }),
    staleTime: 0,
  })

/** A version with its Markdown. It never changes. */
export const textVersionQuery = (name: TextName, version: number) =>
  queryOptions({
    queryKey: [...textsKey, name, 'version', version],
    queryFn: ({ signal }) =>
      adminCall('GET /api/admin/texts/:name/versions/:version', {
        params: { name, version },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a text would look like; the server parses it, as it does when the text is published. */
export const previewQuery = (markdown: string) =>
  queryOptions({
    queryKey: ['settings', 'preview', markdown],
    queryFn: async ({ signal }) =>
      (await adminCall('POST /api/admin/texts/preview', { body: { markdown }, signal })).sections,
    placeholderData: keepPreviousData,
    enabled: markdown.trim() !== '',
  })

/** Publishes a version. @throws ApiError 409 if another one was published since `basedOn` */
export const publishText = (name: TextName, body: { markdown: string; basedOn: number }) =>
  adminCall('POST /api/admin/texts/:name/versions', { params: { name }, body })
