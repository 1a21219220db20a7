import { Counter, showState } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'

/** Corrected addresses that were accepted without a check, because contact did not answer. */
export const uncheckedAddressesTotal = new Counter({
  name: 'unchecked_addresses_total',
  help: 'Corrected addresses that were accepted without a check, because contact did not answer',
})

/** The statuses that need an action. Orders in the other statuses only accumulate. */
const openStatuses = ['paid', 'processing', 'payment_failed'] as const
const countedUpTo = 10_000

/** Exposes how many orders need an action. */
export function showOrders({ orders }: Pick<Deps, 'orders'>): void {
  showState({
    gauges: {
      orders: {
        name: 'shop_orders',
        help: `Orders that wait for something, by status (each counted up to ${countedUpTo})`,
        label: 'status',
      },
    },
    async read() {
      const counts = await Promise.all(
        openStatuses.map(async (status) => {
          const count = await orders.countDocuments({ status }, { limit: countedUpTo })
          return [status, count] as const
        }),
      )
      return { orders: Object.fromEntries(counts) }
    },
  })
}
