import type { Deps } from '../deps.ts'

/** Whether a customer has paid for an order or for a month of a plan; for codes that are for the first one. */
export async function hasPaid(
  { ownerId }: { ownerId: string },
  { orders }: Pick<Deps, 'orders'>,
): Promise<boolean> {
  return (await orders.exists({ ownerId, paidAt: { $exists: true } })) !== null
}
