import { type customerPlans, formatCents, maxCustomerRecords } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** A customer's latest plans, for operators: those that were ever paid first. */
export async function listCustomerRecords(
  { ownerId }: { ownerId: string },
  { plans }: Pick<Deps, 'plans'>,
): Promise<z.output<typeof customerPlans>> {
  const found = await plans
    .find(
      { ownerId },
      { stripeSubscriptionId: 1, status: 1, prankCount: 1, amountCents: 1, createdAt: 1, cancelledAt: 1 },
    )
    .sort({ startedAt: -1 })
    .limit(maxCustomerRecords)
    .lean()
  return found.map(
    ({ _id, stripeSubscriptionId, status, prankCount, amountCents, createdAt, cancelledAt }) => ({
      id: _id,
      stripeSubscriptionId: stripeSubscriptionId ?? null,
      status,
      prankCount,
      monthlyAmount: formatCents(amountCents),
      createdAt: createdAt.toISOString(),
      cancelledAt: cancelledAt?.toISOString() ?? null,
    }),
  )
}
