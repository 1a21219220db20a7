import { call } from '@prankpost/web-kit'
import { forgetDrafts } from '@prankpost/web-kit/storage'
import type { QueryClient } from '@tanstack/react-query'
import { clearCart, parkedTextSlot } from './cart.ts'
import { localTargetsSlot } from './local-targets.ts'
import { heardSignOutSlot, signedOutSlot, signOutDueSlot, userQuery } from './session.ts'
import { wasSignedInSlot } from './was-signed-in.ts'

/** How long a customer who leaves this browser waits for an answer. */
const logOutAtMostMs = 5000

/** Signs out. Cart and local targets are cleared even if the call fails, or has no answer. */
export async function logOut(queryClient: QueryClient) {
  try {
    await call('POST /api/auth/logout', { signal: AbortSignal.timeout(logOutAtMostMs) })
  } catch {
    // The customer wants to leave this browser: the local data is deleted all the same. The session is ended before it is
    // read again.
    signOutDueSlot.set(true)
  }
  forgetCustomer(queryClient)
}

/**
 * Deletes all data of the signed-in customer from this browser. Which sessions have paid stays: their success pages may be shown
 * again, or be this tab's latest payment, when the next cart is filled.
 */
export function forgetCustomer(queryClient: QueryClient) {
  parkedTextSlot.clear()
  clearCart()
  localTargetsSlot.clear()
  wasSignedInSlot.clear()
  forgetDrafts()
  // Before, too: the page on the screen is then rendered again as that of a guest, which the removal alone does not do.
  queryClient.setQueryData(userQuery.queryKey, null)
  queryClient.clear()
  queryClient.setQueryData(userQuery.queryKey, null)
  signedOutSlot.set(String(Date.now()))
  heardSignOutSlot.clear()
}
