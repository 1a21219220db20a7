import type { Evidence } from './evidence.ts'
import { parcelsLeft } from './shipments.ts'

/**
 * How many parcels of each paid month are not sent any more, by invoice: the unsent ones of a plan that ended, unless its
 * customer chose to have them sent. A month that subscription recorded after the end is never sent.
 */
export function withdrawnParcels({ stripe, shop }: Pick<Evidence, 'stripe' | 'shop'>): Map<string, number> {
  const left = parcelsLeft(shop)
  const late = lateMonths(shop)
  return new Map(
    stripe.plans.flatMap(({ months, unsent }) =>
      months
        .filter(({ id }) => unsent === 'refund' || (unsent === 'send' && late.has(id)))
        .map(({ id, prankCount }) => [id, prankCount - (left.get(id)?.length ?? 0)] as const),
    ),
  )
}

/** The months that subscription recorded when their plan had ended, by invoice. */
const lateMonths = ({ plans }: Pick<Evidence['shop'], 'plans'>) =>
  new Set(
    plans.flatMap(({ journal }) =>
      journal
        .filter(({ type, data }) => type === 'subscription-renewed' && data.status === 'cancelled')
        .map(({ data }) => data.month?.invoiceId),
    ),
  )
