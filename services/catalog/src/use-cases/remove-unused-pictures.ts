import type { Deps } from '../deps.ts'
import { hashIn } from '../picture.dto.ts'

/** Pages that are open may still show a former picture. */
const keptMs = 86_400_000

/** Removes pictures that were stored more than a day ago and that no prank has. */
export async function removeUnusedPictures({ pranks, pictures }: Deps): Promise<false> {
  const before = new Date(Date.now() - keptMs)
  const all = await pranks.find({}, { picture: 1 }).sort({ position: 1, _id: 1 }).lean()
  const used = new Set(all.map(({ picture }) => picture))
  await pictures.removeUnused(before, (name) => used.has(hashIn(name)))
  return false
}
