import type { User } from '@prankpost/contracts/user'
import { ApiError, call, shape, text, userFreshness } from '@prankpost/web-kit'
import { flagSlot, forgetDrafts, textSlot } from '@prankpost/web-kit/storage'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { wasSignedInKey, wasSignedInSlot } from './was-signed-in.ts'

const user = shape<User>({ id: text, email: text, firstName: text, lastName: text, createdAt: text })

const signedOutKey = 'prankpost-signed-out'
/** When a customer last signed out in this browser: other tabs read it. */
export const signedOutSlot = textSlot('local', signedOutKey)
/** The last sign-out before this tab showed a customer; empty while it has shown only guests. */
export const heardSignOutSlot = textSlot('session', signedOutKey)
const lastSignOut = () => signedOutSlot.get() || 'none'
/** A customer has signed out here while the server could not be reached: their session still exists. */
export const signOutDueSlot = flagSlot('local', 'prankpost-sign-out-due')

/** Notes that this tab shows a customer: what is typed into it is deleted after a sign-out. */
function noteTab() {
  if (!heardSignOutSlot.get()) heardSignOutSlot.set(lastSignOut())
}

/** Notes that this tab shows this customer. */
export function noteCustomer({ id }: User) {
  wasSignedInSlot.set(id)
  noteTab()
}

/** The signed-in customer; null for a guest. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      if (signOutDueSlot.get()) {
        await call('POST /api/auth/logout')
        signOutDueSlot.clear()
      }
      const customer = await call('GET /api/auth/user', { signal, expect: user })
      noteCustomer(customer)
      return customer
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      // The session was ended elsewhere: without its cookie, the next page is a guest's.
      if (wasSignedInSlot.get()) void call('POST /api/auth/logout').catch(() => undefined)
      wasSignedInSlot.clear()
      return null
    }
  },
  ...userFreshness,
})

/** The current session; `user` is undefined while it is loading, and null for a guest. */
export function useSession() {
  const { data, isPending, isError, error, refetch } = useQuery(userQuery)
  return { user: isError && !data ? null : data, isPending, error, refetch }
}

/**
 * Keeps a page from showing the data of a customer who has signed out since: in another tab, or before Back, when the browser
 * shows the page as it was left. It is loaded again without that data. After a sign-in in another tab, it shows that customer's.
 */
export function leaveAfterSignOut(queryClient: QueryClient) {
  // This tab showed another site meanwhile, or the browser had unloaded it to save memory.
  const heard = heardSignOutSlot.get()
  if (heard && heard !== lastSignOut()) {
    forgetDrafts()
    heardSignOutSlot.clear()
  }
  // Not a guest's page: the session is read later, or never if the page is left before.
  if (queryClient.getQueryData(userQuery.queryKey) === undefined) noteTab()
  const leaveIfOver = () => {
    const customer = queryClient.getQueryData(userQuery.queryKey)
    if (!customer || wasSignedInSlot.get() === customer.id) return false
    forgetDrafts()
    document.body.hidden = true
    location.reload()
    return true
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key === signedOutKey) leaveIfOver()
    // A customer has signed in there, while this tab shows a guest's page or that of another customer.
    if (key === wasSignedInKey && newValue && !leaveIfOver()) void queryClient.invalidateQueries()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !leaveIfOver()) void queryClient.invalidateQueries()
  })
}
