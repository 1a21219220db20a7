import {
  type AdminText,
  type AdminTextVersion,
  type PublishedText,
  type QueryOf,
  type ShopText,
  type TextName,
  textNames,
} from '@prankpost/contracts'
import { findListPage, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import {
  listedFields,
  type TextVersion,
  toAdminText,
  toAdminVersion,
  toPublished,
  toShopText,
} from '../text.model.ts'

type TextDeps = Pick<Deps, 'texts'>

/** The current version of a text. @throws 404 when it does not exist */
export async function findCurrent(name: TextName, { texts }: TextDeps): Promise<TextVersion> {
  const text = await texts.findOne({ name }).sort({ version: -1 }).lean()
  if (text === null) throw unknownText()
  return text
}

async function findVersion({ name, version }: TextKey, { texts }: TextDeps): Promise<TextVersion> {
  const text = await texts.findOne({ name, version }).lean()
  if (text === null) throw unknownText()
  return text
}

const unknownText = () => notFound('This version of the text does not exist.')

interface TextKey {
  name: TextName
  version: number
}

/** The current version of a text as the store shows it. @throws 404 when it does not exist */
export const readText = async (name: TextName, deps: TextDeps): Promise<ShopText> =>
  toShopText(await findCurrent(name, deps))

/** A version of a text as the store shows it, such as the terms of an old order. @throws 404 when it does not exist */
export const readTextVersion = async (key: TextKey, deps: TextDeps): Promise<ShopText> =>
  toShopText(await findVersion(key, deps))

/** A version with its Markdown. @throws 404 when it does not exist */
export const readAdminText = async (key: TextKey, deps: TextDeps): Promise<AdminText> =>
  toAdminText(await findVersion(key, deps))

type Page = { items: AdminTextVersion[]; total: number; nextCursor: string | null }

/** The current version of each text. */
export async function listTexts({ texts }: TextDeps): Promise<Page> {
  const current = await Promise.all(
    textNames.map((name) => texts.findOne({ name }, listedFields).sort({ version: -1 }).lean()),
  )
  const items = current.flatMap((text) => (text === null ? [] : [toAdminVersion(text)]))
  return { items, total: items.length, nextCursor: null }
}

/** One page of the versions of a text, latest first. */
export async function listTextVersions(
  { name, limit, cursor }: QueryOf<'GET /api/admin/texts/:name/versions'> & { name: TextName },
  { texts }: TextDeps,
): Promise<Page> {
  const { documents, ...page } = await findListPage<TextVersion>(texts, {
    filter: { name },
    limit,
    cursor,
    projection: listedFields,
  })
  return { items: documents.map(toAdminVersion), ...page }
}

/** The current versions, for services that record what customers agree to. */
export async function listPublished(deps: TextDeps): Promise<PublishedText[]> {
  const { items } = await listTexts(deps)
  return items.map(({ name, version, publishedAt }) =>
    toPublished({ name, version, publishedAt: new Date(publishedAt) }),
  )
}
