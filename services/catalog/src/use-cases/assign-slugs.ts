import type { Deps } from '../deps.ts'
import { maxPranks } from '../prank.model.ts'
import { isSlugOf, slugsWith, withFreeSlug } from '../slug.ts'

/**
 * Gives each prank the slug of its name if it has none, or one of a former name: seeded pranks, those of earlier
 * versions, and those that an earlier version changed during an update. One write each, which applies only if name and
 * slugs are as they were read. A repeat, also by concurrent replicas, is a no-op.
 */
export async function assignSlugs({ pranks }: Pick<Deps, 'pranks'>): Promise<void> {
  const all = await pranks
    .find({}, { name: 1, slugs: 1 })
    .sort({ position: 1, _id: 1 })
    .limit(maxPranks)
    .lean()
  for (const { _id, name, slugs } of all) {
    if (isSlugOf(name, slugs?.[0])) continue
    const asRead = { _id, name, slugs: slugs ?? { $exists: false } }
    await withFreeSlug({ name, id: _id }, pranks, (slug) =>
      pranks.updateOne(asRead, { $set: { slugs: slugsWith(slug, { slugs: slugs ?? [] }) } }),
    )
  }
}
