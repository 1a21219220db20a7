import { type Discount as AdminDiscount, type DiscountInput, discountCode } from '@prankpost/contracts'
import { conflict, unlessDuplicate } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { newDiscount, toDiscountDto } from '../discount.model.ts'

/**
 * Adds a discount code. Codes are unique, so that a repeated call cannot add it twice.
 * @throws 409 when the code exists
 */
export async function addDiscount(
  { startsAt, endsAt, ...input }: DiscountInput,
  { discounts }: Pick<Deps, 'discounts'>,
): Promise<AdminDiscount> {
  const added = newDiscount({ ...input, startsAt: toDate(startsAt), endsAt: toDate(endsAt) })
  if (!(await unlessDuplicate(discounts.create(added))))
    throw conflict('This code exists already. Change it, or choose another one.')
  return toDiscountDto(added, { uses: 0, held: 0 })
}

/** A time of a request as it is stored. */
export const toDate = (time: string | null): Date | null => (time === null ? null : new Date(time))

/**
 * Adds MARKYMARC of the specification to a shop that does not have it: each item, and each month of a plan, costs $0.99. An
 * operator's changes stay. Safe to repeat and in several replicas at once.
 */
export async function seedDiscount({ discounts }: Pick<Deps, 'discounts'>): Promise<void> {
  const facts = {
    appliesTo: 'both',
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesPerCustomer: null,
  } as const
  const seed = {
    code: discountCode,
    kind: 'unitPrice',
    value: 99,
    firstOrderOnly: false,
    active: true,
  } as const
  if ((await discounts.exists({ code: discountCode })) !== null) return
  await unlessDuplicate(discounts.create(newDiscount({ ...seed, ...facts })))
}
