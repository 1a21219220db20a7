import { isSignedOut } from '@prankpost/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { type CartItem, cartSlot } from './cart.ts'
import { deliveryDatesKey } from './delivery-dates.ts'
import { discountKey } from './discount-check.ts'
import { note } from './funnel.ts'
import { moveGuestTargets } from './guest-targets.ts'
import { parkCart } from './last-payment.ts'
import { userQuery } from './session.ts'
import { shopQuery } from './shop.ts'

/** The cart to pay. Its items have the ids of saved targets: those that are paid are recognised by them. */
export async function cartToPay(queryClient: QueryClient): Promise<CartItem[]> {
  await moveGuestTargets(queryClient)
  return cartSlot.get()
}

/**
 * Redirects to the payment page, and parks the cart that it was opened for: another tab may have changed the current one in
 * the meantime.
 */
export function leaveToPay(opened: { url: string; orderId: string; sessionId: string }, cart: CartItem[]) {
  parkCart(opened, cart)
  for (const { prankId } of cart) note('checkout', { prankId })
  globalThis.location.assign(opened.url)
}

/** Reads again what a refused payment may be about: the session, a code, a date, or that the shop is closed. */
export function readAgainAfterRefusal(queryClient: QueryClient, { cause }: Error) {
  // The screen then offers to sign in.
  if (isSignedOut(cause)) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  for (const queryKey of [shopQuery.queryKey, discountKey, deliveryDatesKey])
    void queryClient.invalidateQueries({ queryKey })
}
