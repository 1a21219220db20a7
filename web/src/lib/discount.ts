import { discountKinds } from '@prankpost/contracts/constants'
import type { CheckedDiscount } from '@prankpost/contracts/discount'
import { type Guard, oneOf, parseJson, shape, text } from '@prankpost/web-kit'
import { flagSlot, slot, textSlot } from '@prankpost/web-kit/storage'

/** Whether a discount is applied. Cart and plans share it. */
export const appliedDiscountSlot = flagSlot('local', 'appliedDiscount')
/** The applied discount code. */
export const discountCodeSlot = textSlot('local', 'discountCode')
/** What the applied code does, so that prices are right at once when a page opens. */
export const discountSlot = slot<CheckedDiscount | null>({
  area: 'local',
  key: 'prankpost-discount',
  empty: null,
  read: (stored) => readDiscount(parseJson(stored)),
})

/** Accepts what the shop says about a code. */
export const isDiscount: Guard<CheckedDiscount> = shape<CheckedDiscount>({
  code: text,
  kind: oneOf(discountKinds),
  value: text,
  appliesTo: oneOf(['once', 'plan', 'both'] as const),
})

/** A stored discount; null when it is none. */
export const readDiscount = (stored: unknown): CheckedDiscount | null => (isDiscount(stored) ? stored : null)

/** Applies a discount. */
export function applyDiscount(discount: CheckedDiscount) {
  discountSlot.set(discount)
  appliedDiscountSlot.set(true)
  discountCodeSlot.set(discount.code)
}

/** Removes the discount. */
export function removeDiscount() {
  appliedDiscountSlot.clear()
  discountCodeSlot.clear()
  discountSlot.clear()
}

/** The applied discount; null without one. */
export function currentDiscount(): CheckedDiscount | null {
  return appliedDiscountSlot.get() ? discountSlot.get() : null
}
