import type { PickList } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'
import { insistOnParcels, showParcels } from '../queued-parcels.ts'

/**
 * How many of each prank these parcels need, by name. Only parcels that are to be packed count: none that are held, withdrawn
 * or shipped.
 * @throws 404 when some are not known; 503 when catalog is needed for a name and unavailable
 */
export async function sumPickList({ ids }: { ids: string[] }, deps: Deps): Promise<PickList> {
  const found = await insistOnParcels(ids, deps)
  const toPack = found.filter(({ entry: { state } }) => state === 'to_pack' || state === 'label_printed')
  const parcels = await showParcels(toPack, deps)
  const sums = new Map<string, PickList['items'][number]>()
  for (const { prank, quantity } of parcels) {
    const known = sums.get(prank.id) ?? { prankId: prank.id, name: prank.name, quantity: 0, parcels: 0 }
    sums.set(prank.id, { ...known, quantity: known.quantity + quantity, parcels: known.parcels + 1 })
  }
  return { items: [...sums.values()].sort((a, b) => a.name.localeCompare(b.name)) }
}
