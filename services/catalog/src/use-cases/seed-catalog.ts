import { isDuplicateKey } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { type PrankFacts, toPrankChanged } from '../prank.model.ts'
import type { SeedPrank } from '../seed.ts'

/**
 * Updates the catalog to an edition of the seed and emits prank-changed for each change. A repeat, also by concurrent
 * replicas, is a no-op. For an existing prank only values that differ between the editions are changed: a price set by
 * the operator stays.
 */
export async function seedCatalog(
  { pranks, edition }: { pranks: SeedPrank[]; edition: number },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  for (const seed of pranks) await seedPrank(seed, edition, outbox)
}

async function seedPrank({ _id, ...facts }: SeedPrank, edition: number, outbox: Deps['outbox']) {
  const result = await outbox.change({ _id }, (prank) => {
    if (prank.seed.edition >= edition) return null
    const changes = differences(prank.seed, facts)
    const update = { $set: { ...changes, seed: { ...facts, edition }, updatedAt: new Date() } }
    if (Object.keys(changes).length === 0) return { update }
    const changed = toPrankChanged({ ...prank, ...changes, revision: prank.revision + 1 })
    return { update, events: [emit('prank-changed', _id, changed)] }
  })
  if (result !== null) return
  const newPrank = { ...facts, _id, seed: { ...facts, edition }, updatedAt: new Date() }
  try {
    await outbox.insert(newPrank, [emit('prank-changed', _id, toPrankChanged({ ...newPrank, revision: 1 }))])
  } catch (error) {
    // Another replica was faster; it inserted this edition or a later one.
    if (!isDuplicateKey(error)) throw error
  }
}

function differences(before: PrankFacts, after: PrankFacts): Partial<PrankFacts> {
  const keys = Object.keys(after) as (keyof PrankFacts)[]
  return Object.fromEntries(keys.filter((key) => before[key] !== after[key]).map((key) => [key, after[key]]))
}
