import type { AnswerOf } from '@prankpost/contracts/api'
import { isSignedOut } from '@prankpost/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { type CartItem, cartSlot } from './cart.ts'
import { deliveryDatesKey } from './delivery-dates.ts'
import { discountKey } from './discount-check.ts'
import { note } from './funnel.ts'
import { moveGuestTargets } from './guest-targets.ts'
import { findPaid, parkCart, showPaid } from './last-payment.ts'
import { leaveTo } from './leave-to.ts'
import { userQuery } from './session.ts'
import { shopQuery } from './shop.ts'

/** An open payment session of an order, with the URL of the payment page. */
export type OpenedSession = AnswerOf<'POST /api/create-checkout-session'>

/**
 * Opens a payment session for the cart, unless this tab's latest payment has paid although the customer came back without its
 * result: then it is that payment. The items have the ids of saved targets: those that are paid are recognised by them.
 */
export async function openPayment(
  queryClient: QueryClient,
  openSession: (cart: CartItem[]) => Promise<OpenedSession>,
) {
  await moveGuestTargets(queryClient)
  const paid = await findPaid()
  if (paid) return { paid }
  const cart = cartSlot.get()
  return { opened: await openSession(cart), cart }
}

/**
 * Redirects to the payment page, and parks the cart that it was opened for: another tab may have changed the current one in
 * the meantime. What is paid already leads to its success page.
 */
export function leaveToPay({ paid, opened, cart }: Awaited<ReturnType<typeof openPayment>>) {
  if (paid) return showPaid(paid)
  parkCart(opened, cart)
  for (const { prankId } of cart) note('checkout', { prankId })
  leaveTo(opened.url)
}

/** Reads again what a refused payment may be about: the session, a code, a date, or that the shop is closed. */
export function readAgainAfterRefusal(queryClient: QueryClient, { cause }: Error) {
  // The screen then offers to sign in.
  if (isSignedOut(cause)) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  for (const queryKey of [shopQuery.queryKey, discountKey, deliveryDatesKey])
    void queryClient.invalidateQueries({ queryKey })
}
