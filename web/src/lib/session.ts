import type { User } from '@prankpost/contracts/user'
import { ApiError, call, shape, text, userFreshness } from '@prankpost/web-kit'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { localTargetsSlot } from './local-targets.ts'
import { forgetCart } from './parking.ts'
import { flagSlot, textSlot } from './storage.ts'

const user = shape<User>({ id: text, email: text, firstName: text, lastName: text, createdAt: text })

/**
 * Whether this browser had a signed-in customer when it last asked: then what only customers have is
 * asked for together with who they are. A guess, for speed alone; what is shown goes by the answer.
 */
export const wasSignedInSlot = flagSlot('local', 'prankpost-was-signed-in')

/** The signed-in customer; null for a guest. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const customer = await call('GET /api/auth/user', { signal, expect: user })
      wasSignedInSlot.set(true)
      return customer
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      wasSignedInSlot.clear()
      return null
    }
  },
  ...userFreshness,
})

/** Who is signed in; `user` is undefined until that is known, and null for a guest. */
export function useSession() {
  const { data, isPending, isError, error, refetch } = useQuery(userQuery)
  return { user: isError && !data ? null : data, isPending, error, refetch }
}

/** Remembered over the reload after sign-in: the guest was about to pay. */
export const payAfterSignInSlot = flagSlot('session', 'prankpost-pay-after-sign-in')

/** The token of the link that verifies an email, kept over the reload after sign-in: it is worth nothing without that. */
export const verifyLinkSlot = textSlot('session', 'prankpost-verify-link')

/** The receipt of the account that was deleted in this tab; there for who reloads before it is noted down. */
export const deletionReceiptSlot = textSlot('session', 'prankpost-deletion-receipt')

/** Signs out; cart and local targets are cleared even if the call fails. */
export async function logOut(queryClient: QueryClient) {
  try {
    await call('POST /api/auth/logout')
  } catch {
    // The customer wants to be gone from this browser: what can be forgotten here is forgotten here.
  }
  forgetCustomer(queryClient)
}

/** Forgets in this browser who was signed in. */
export function forgetCustomer(queryClient: QueryClient) {
  forgetCart()
  localTargetsSlot.clear()
  wasSignedInSlot.clear()
  queryClient.clear()
  queryClient.setQueryData(userQuery.queryKey, null)
}
