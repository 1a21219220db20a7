import type { Deps } from '../deps.ts'

/** A target that an earlier version counted by an unkeyed digest of its address, `target:<owner>:<digest>`. */
const unkeyedId = /^target:[0-9a-f]{24}:([\w-]{43})$/

/**
 * Counts targets under the keyed digest that earlier versions counted under an unkeyed one, also after a restore. Each is
 * recorded first and then removed, so if the process dies in between, the next start completes it.
 */
export async function replaceUnkeyed({
  progress,
  record,
  targetDigest,
}: Pick<Deps, 'progress' | 'record' | 'targetDigest'>): Promise<void> {
  for await (const { _id, ownerId, hits = [] } of progress.find({ _id: unkeyedId }).lean().cursor()) {
    const [, digest = ''] = unkeyedId.exec(_id) ?? []
    const key = `${ownerId}:${targetDigest.fromUnkeyed(digest)}`
    // One after the other: a bulk write with two upserts of one key may fail.
    for (const { id, at } of hits) await record([{ track: 'target', key, ownerId, at, hit: id }])
    await progress.deleteOne({ _id })
  }
}
