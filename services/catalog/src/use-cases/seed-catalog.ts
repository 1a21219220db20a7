import { unlessDuplicate } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { type Prank, type PrankFacts, toPrankChanged } from '../prank.model.ts'
import { changeTo } from '../prank-change.ts'
import type { SeedPrank } from '../seed.ts'

/**
 * Updates the catalog to an edition of the seed and emits prank-changed for each change. A repeat, also by concurrent
 * replicas, is a no-op. For an existing prank only values that differ between the editions are changed, and no value
 * that an operator has changed.
 */
export async function seedCatalog(
  { pranks, edition }: { pranks: SeedPrank[]; edition: number },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<void> {
  for (const seed of pranks) await seedPrank(seed, edition, outbox)
}

async function seedPrank({ _id, ...facts }: SeedPrank, edition: number, outbox: Deps['outbox']) {
  const result = await outbox.change({ _id }, (prank) => {
    const { seed } = prank
    if (seed === undefined || seed.edition >= edition) return null
    const applied = { seed: { ...facts, edition }, updatedAt: new Date() }
    const change = changeTo(prank, differences(prank, seed, facts), `edition ${edition}`)
    if (change === null) return { update: { $set: applied } }
    return { ...change, update: { ...change.update, $set: { ...change.update.$set, ...applied } } }
  })
  if (result !== null) return
  const newPrank = { ...facts, _id, seed: { ...facts, edition }, updatedAt: new Date() }
  // A duplicate: another replica was faster, with this edition or a later one; or an operator's prank has the name and stays.
  await unlessDuplicate(
    outbox.insert(newPrank, [emit('prank-changed', _id, toPrankChanged({ ...newPrank, revision: 1 }))]),
  )
}

function differences(prank: Prank, before: PrankFacts, after: PrankFacts): Partial<PrankFacts> {
  const keys = Object.keys(after) as (keyof PrankFacts)[]
  const changed = keys.filter((key) => before[key] !== after[key] && prank[key] === before[key])
  return Object.fromEntries(changed.map((key) => [key, after[key]]))
}
