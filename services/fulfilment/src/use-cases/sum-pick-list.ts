import type { PickList } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { insistOnParcels, showParcels } from '../queued-parcels.ts'

/**
 * How many of each prank these parcels need, by name.
 * @throws 404 when some are not known; 503 when catalog is needed for a name and unavailable
 */
export async function sumPickList({ ids }: { ids: string[] }, deps: Deps): Promise<PickList> {
  const parcels = await showParcels(await insistOnParcels(ids, deps), deps)
  const sums = new Map<string, PickList['items'][number]>()
  for (const { prank, quantity } of parcels) {
    const known = sums.get(prank.id) ?? { prankId: prank.id, name: prank.name, quantity: 0, parcels: 0 }
    sums.set(prank.id, { ...known, quantity: known.quantity + quantity, parcels: known.parcels + 1 })
  }
  return { items: [...sums.values()].sort((a, b) => a.name.localeCompare(b.name)) }
}
