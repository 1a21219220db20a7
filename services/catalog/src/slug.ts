import type { Change } from '@prankpost/messaging'
import { isDuplicateKey } from '@prankpost/service-kit'
import type { Prank, PrankModel } from './prank.model.ts'

/** Former slugs that a prank keeps; older ones are forgotten, and are a 404 then. */
const maxFormerSlugs = 50

/** The slug of a name: lower-case ASCII letters and digits with dashes; `prank` if the name has none of these. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-') ?? 'prank'
}

/** Whether a slug belongs to a name: it is the name's slug, or that with a number. */
export function isSlugOf(name: string, slug: string | undefined): boolean {
  const base = slugOf(name)
  return slug === base || (slug?.startsWith(`${base}-`) === true && /^\d+$/.test(slug.slice(base.length + 1)))
}

/** The slugs of a prank with a new current one. */
export const slugsWith = (slug: string, { slugs = [] }: Pick<Prank, 'slugs'>) =>
  [slug, ...slugs.filter((former) => former !== slug)].slice(0, maxFormerSlugs + 1)

/** A change of a prank that also renews its slug, if the one it has is not the name's. */
export function withSlug(change: Change<Prank>, prank: Prank, slug: string): Change<Prank> {
  if (prank.slugs?.[0] === slug) return change
  const $set = { ...(change.update as { $set?: object }).$set, slugs: slugsWith(slug, prank) }
  return { ...change, update: { ...change.update, $set } as Change<Prank>['update'] }
}

/** Each failed try means that another prank has taken the slug meanwhile. */
const maxTries = 20

/**
 * Calls `write` with the slug for a name: the prank's own if it fits, otherwise the first number that no other prank has
 * or had. The index decides: when the slug is taken in between, it calls `write` again with the next one.
 * @throws MongoServerError 11000 when another unique key is taken
 */
export async function withFreeSlug<T>(
  { name, id }: { name: string; id?: string },
  pranks: PrankModel,
  write: (slug: string) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write(await findFreeSlug(name, id, pranks))
    } catch (error) {
      if (!isSlugTaken(error) || tries === maxTries) throw error
    }
  }
}

const isSlugTaken = (error: unknown) =>
  isDuplicateKey(error) && 'slugs' in Object((error as { keyPattern?: unknown }).keyPattern)

async function findFreeSlug(name: string, id: string | undefined, pranks: PrankModel): Promise<string> {
  const base = slugOf(name)
  const like = await pranks.find({ slugs: new RegExp(`^${base}`) }, { slugs: 1 }).lean()
  const own = like.find(({ _id }) => _id === id)?.slugs ?? []
  if (isSlugOf(name, own[0])) return own[0] as string
  const taken = new Set(like.filter(({ _id }) => _id !== id).flatMap(({ slugs = [] }) => slugs))
  let slug = base
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`
  return slug
}
