import {
  type CheckedDiscount,
  formatCents,
  type InternalDiscount,
  type internalDiscountQuery,
  maxDiscountUses,
} from '@prankpost/contracts'
import { addressKey, invalid, refuseIf } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Discount, isLimited, perCustomer } from '../discount.model.ts'
import { customerKey } from '../discount-customer.ts'

const notValid = () => invalid('The discount code you entered is not valid.')
export const usedUp = 'This code was used up. Please remove it to continue.'
export const usedByCustomer = 'You have used this code already. Please remove it to continue.'

/**
 * Checks a code for the store and returns what it does. Limits per customer are not checked: a guest may enter a code. Held uses
 * do not count: one of them may be the caller's own, from a payment page that the caller left.
 * @throws 400 with a message for the customer, 429 after too many codes that are not valid
 */
export function checkDiscount(
  { code, address }: { code: string; address: string },
  deps: Pick<Deps, 'discounts' | 'discountUses' | 'failedCodes' | 'now'>,
): Promise<CheckedDiscount> {
  return inLimit(addressKey(address), 'Too many codes from your network.', deps, async () => {
    const discount = await findUsable(code, deps)
    const { maxUses } = discount
    const used = { code: discount.code, state: 'used' as const }
    if (maxUses !== null && (await deps.discountUses.countDocuments(used, { limit: maxUses })) >= maxUses)
      throw invalid(usedUp)
    const { kind, value, appliesTo } = discount
    return { code: discount.code, kind, value: formatCents(value), appliesTo }
  })
}

/**
 * Checks a code for a purchase of a customer and returns what it does; holds nothing. What the customer's own unpaid
 * purchases hold does not count: they are ended when the next one is placed.
 * @throws 400 with a message for the customer, 429 after too many codes that the customer could not use
 */
export function readDiscount(
  query: z.output<typeof internalDiscountQuery>,
  deps: Pick<Deps, 'discounts' | 'discountUses' | 'failedCodes' | 'now'>,
): Promise<InternalDiscount> {
  const key = `customer:${query.customerId}`
  return inLimit(key, 'Too many codes were tried.', deps, () => readUsable(query, deps))
}

/**
 * Counts each refused code for a key. A code is counted before it is checked, so that calls at the same time cannot exceed the
 * limit; after a crash in between, it stays counted until the window ends.
 */
async function inLimit<T>(
  key: string,
  exceeded: string,
  { failedCodes }: Pick<Deps, 'failedCodes'>,
  check: () => Promise<T>,
): Promise<T> {
  refuseIf(await failedCodes.count(key), exceeded)
  const found = await check()
  await failedCodes.release(key)
  return found
}

async function readUsable(
  { code, customerId, appliesTo }: z.output<typeof internalDiscountQuery>,
  deps: Pick<Deps, 'discounts' | 'discountUses' | 'now'>,
): Promise<InternalDiscount> {
  const discount = await findUsable(code, deps)
  if (discount.appliesTo !== 'both' && discount.appliesTo !== appliesTo) throw invalid(scopeMessage(discount))
  const customer = customerKey(discount.code, customerId)
  const most = perCustomer(discount)
  const [taken, own] = await Promise.all([
    discount.maxUses === null ? 0 : countTaken(discount.code, customer, deps),
    most === null
      ? 0
      : deps.discountUses.countDocuments({ code: discount.code, customer, state: 'used' }, { limit: most }),
  ])
  if (most !== null && own >= most) throw invalid(usedByCustomer)
  if (discount.maxUses !== null && taken >= discount.maxUses) throw invalid(usedUp)
  const { kind, value, firstOrderOnly } = discount
  return { code: discount.code, kind, value, isLimited: isLimited(discount), firstOrderOnly }
}

const scopeMessage = ({ appliesTo }: Discount) =>
  appliesTo === 'plan'
    ? 'This code is for Auto-Prank plans. Please remove it to continue.'
    : 'This code is for the Arsenal, not for Auto-Prank plans. Please remove it to continue.'

/** A code that can be used now, whatever its limits. @throws 400 with a message for the customer */
async function findUsable(
  code: string,
  { discounts, now }: Pick<Deps, 'discounts' | 'now'>,
): Promise<Discount> {
  const discount = await discounts.findOne({ code: code.trim().toUpperCase() }).lean()
  const at = now()
  if (discount === null || !discount.active) throw notValid()
  if (discount.startsAt !== null && discount.startsAt > at) throw notValid()
  if (discount.endsAt !== null && discount.endsAt <= at)
    throw invalid('This code has ended. Please remove it to continue.')
  return discount
}

/** The uses of a code that are used or held, without those that this customer holds. */
async function countTaken(
  code: string,
  customer: string,
  { discountUses }: Pick<Deps, 'discountUses'>,
): Promise<number> {
  const [all, own] = await Promise.all([
    // Far more than a limit and what one customer holds.
    discountUses.countDocuments({ code }, { limit: 2 * maxDiscountUses }),
    discountUses.countDocuments({ code, customer, state: 'held' }),
  ])
  return all - own
}
