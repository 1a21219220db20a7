import { avatarIds } from '@prankpost/contracts/constants'
import type { Contact } from '@prankpost/contracts/contact'
import { call, isSignedOut, listOf, oneOf, shape, text } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { addLocalTarget, localTargetsSlot, type Target, type TargetInput } from './local-targets.ts'
import { optional } from './optional.ts'
import { userQuery, useSession } from './session.ts'
import { toast, toastError } from './toasts.ts'

// The contract restricts `state` to its codes; here it is only a text to show.
const contact = shape<Target>({
  id: text,
  name: text,
  address: text,
  address2: optional(text),
  city: text,
  state: text,
  zipCode: text,
  profilePicture: oneOf(avatarIds),
})
/** Accepts a response that is a target of the address book. */
export const isContact = (value: unknown): value is Contact => contact(value)

/** The signed-in customer's address book. It is read again when the customer returns to the page: another tab may have changed it. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }): Promise<Target[]> =>
    call('GET /api/contacts', { signal, expect: listOf(isContact) }),
  refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
})

/** Changes the address book if it is loaded, and returns it. A read that is under way would put the former one back: it ends. */
export async function changeBook(queryClient: QueryClient, change: (book: Target[]) => Target[]) {
  const { queryKey } = contactsQuery
  if (queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
  return queryClient.setQueryData(queryKey, (book) => book && change(book))
}

/** Saves a target to the address book. */
export async function saveContact(input: TargetInput): Promise<Target> {
  return await call('POST /api/contacts', {
    body: { ...input, state: input.state.toUpperCase() },
    expect: isContact,
  })
}

/** All targets that can be selected: those of the signed-in customer's address book and those of this browser. */
export function useTargets() {
  const { user, isPending: isSessionPending } = useSession()
  const book = useQuery({ ...contactsQuery, enabled: Boolean(user) })
  const local = useSlot(localTargetsSlot)
  const saved = user ? (book.data ?? []) : []
  return {
    targets: [...saved, ...local],
    isPending: isSessionPending || (Boolean(user) && book.isPending),
    isFailing: Boolean(user) && book.failureCount > 0,
    error: user ? book.error : null,
    refetch: book.refetch,
  }
}

/** The function that adds a target to the signed-in customer's address book, or to this browser for a guest. */
export function useAddTarget() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  return async (input: TargetInput) => {
    if (!user) return void addLocalTarget(input)
    const target = await saveContact(input)
    const book = await changeBook(queryClient, (known) => [
      ...known.filter(({ id }) => id !== target.id),
      target,
    ])
    // An address book that was not loaded yet must not be taken as empty: load it, with the new target in it.
    if (!book) void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey })
  }
}

/** The function that saves the form 'Add New Target', and reports it. @throws ApiError when the address book refused it */
export function useNewTarget() {
  const queryClient = useQueryClient()
  const addTarget = useAddTarget()
  return async (input: TargetInput) => {
    try {
      await addTarget(input)
      toast({ title: 'Success', description: 'Target added successfully!' })
    } catch (error) {
      // A guest's target is stored in this browser, and goes to the address book at the next sign-in.
      if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      toastError('Error', 'Failed to add target')
      throw error
    }
  }
}
