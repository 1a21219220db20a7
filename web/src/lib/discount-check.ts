import type { CheckedDiscount } from '@prankpost/contracts/discount'
import type { DiscountTerms } from '@prankpost/contracts/discount-price'
import { ApiError, call, dollars, priceCents } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  appliedDiscountSlot,
  applyDiscount,
  currentDiscount,
  discountCodeSlot,
  discountSlot,
  isDiscount,
  removeDiscount,
} from './discount.ts'
import { toastError } from './toasts.ts'

/** What a discount is used for: the Arsenal, or a plan. */
export type DiscountScope = 'once' | 'plan'

/** Asks the shop what a code does. @throws ApiError with a message for the customer when it cannot be used */
export const checkCode = (code: string, signal?: AbortSignal): Promise<CheckedDiscount> =>
  call('POST /api/discounts/check', { body: { code }, expect: isDiscount, ...(signal && { signal }) })

/** The key of what the shop says about codes. */
export const discountKey = ['discount'] as const

/** What the shop says about a code. */
export const discountQuery = (code: string) =>
  queryOptions({
    queryKey: [...discountKey, code],
    queryFn: ({ signal }) => checkCode(code, signal),
    enabled: code !== '',
    staleTime: 60_000,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
  })

/**
 * The applied discount; null without one. It is checked again when a page opens or the customer returns to it: the shop may
 * have changed it. A code that can no longer be used is removed, and a toast says why.
 */
export function useDiscount(): CheckedDiscount | null {
  const isApplied = useSlot(appliedDiscountSlot)
  const code = useSlot(discountCodeSlot)
  const known = useSlot(discountSlot)
  const { data, error } = useQuery(discountQuery(isApplied ? code : ''))
  useEffect(() => {
    if (data && isApplied) applyDiscount(data)
  }, [data, isApplied])
  useEffect(() => {
    if (!isApplied || !isRefused(error)) return
    removeDiscount()
    toastError('Discount Removed', error.message)
  }, [error, isApplied])
  return isApplied && known?.code === code ? known : null
}

/** Whether the shop refused a code; otherwise it could not be asked. */
export const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 400

/** The terms of a discount for this use; null when it is for the other one. */
export function termsFor(scope: DiscountScope, discount: CheckedDiscount | null): DiscountTerms | null {
  if (discount === null || (discount.appliesTo !== 'both' && discount.appliesTo !== scope)) return null
  return { kind: discount.kind, value: priceCents(discount.value) }
}

/** The applied code for this use; empty without one. */
export function codeFor(scope: DiscountScope): string {
  const discount = currentDiscount()
  return discount !== null && termsFor(scope, discount) !== null ? discount.code : ''
}

/** What a discount does here, in a sentence. */
export function effectOf(discount: CheckedDiscount, scope: DiscountScope): string {
  const terms = termsFor(scope, discount)
  if (terms === null) {
    return scope === 'once' ? 'This code is for Auto-Prank plans.' : 'This code is for the Arsenal.'
  }
  const { kind, value } = terms
  if (kind === 'unitPrice') {
    return scope === 'once'
      ? `Each prank is now ${dollars(value)}.`
      : `Your plan is now ${dollars(value)} a month.`
  }
  const reduction = kind === 'percent' ? `${value / 100}%` : dollars(value)
  return `${reduction} off ${scope === 'once' ? 'your Arsenal' : 'each month'}.`
}
