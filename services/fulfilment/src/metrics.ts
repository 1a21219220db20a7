import { showState } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { countDueParcels } from './use-cases/count-due-parcels.ts'

/** Exposes how many parcels are due and overdue. */
export function showParcels(deps: Pick<Deps, 'shipments'>): void {
  showState({
    gauges: {
      due: { name: 'shop_parcels_due', help: 'Parcels that are paid for and have not left' },
      overdue: { name: 'shop_parcels_overdue', help: 'Parcels that should have left by now' },
    },
    async read() {
      const { parcelsDue, parcelsOverdue } = await countDueParcels(deps)
      return { due: parcelsDue, overdue: parcelsOverdue }
    },
  })
}
