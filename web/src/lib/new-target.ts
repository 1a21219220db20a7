import { call } from '@prankpost/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { addLocalTarget, type Target, type TargetInput } from './local-targets.ts'
import { useSession } from './session.ts'
import { contactsQuery, isContact } from './targets.ts'

/** Saves a target to the address book. */
export async function saveContact(input: TargetInput): Promise<Target> {
  return await call('POST /api/contacts', {
    body: { ...input, state: input.state.toUpperCase() },
    expect: isContact,
  })
}

/** Changes the address book if it is loaded, and returns it. Ends a read that is under way: it would put the former one back. */
export async function changeBook(queryClient: QueryClient, change: (book: Target[]) => Target[]) {
  const { queryKey } = contactsQuery
  if (queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
  return queryClient.setQueryData(queryKey, (book) => book && change(book))
}

/** Adds a saved target to the address book if it is loaded, and returns the book. */
export const addToBook = (queryClient: QueryClient, target: Target) =>
  changeBook(queryClient, (known) => [...known.filter(({ id }) => id !== target.id), target])

/** The function that adds a target to the signed-in customer's address book, or to this browser for a guest. */
export function useAddTarget() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  return async (input: TargetInput) => {
    if (!user) return void addLocalTarget(input)
    const book = await addToBook(queryClient, await saveContact(input))
    // An address book that was not loaded yet must not be taken as empty: load it, with the new target in it.
    if (!book) void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey })
  }
}
