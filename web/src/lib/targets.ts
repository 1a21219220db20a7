import { avatarIds } from '@prankpost/contracts/constants'
import type { Contact } from '@prankpost/contracts/contact'
import { call, type Guard, listOf, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addLocalTarget, localTargetsSlot, type Target, type TargetInput } from './local-targets.ts'
import { useSession } from './session.ts'
import { useSlot } from './storage.ts'

// Targets of earlier versions have no second line.
const secondLine = ((value) => value == null || text(value)) as Guard<string | null>

// The contract restricts `state` to its codes; here it is only a text to show.
const contact = shape<Target>({
  id: text,
  name: text,
  address: text,
  address2: secondLine,
  city: text,
  state: text,
  zipCode: text,
  profilePicture: oneOf(avatarIds),
})
/** Accepts a response that is a target of the address book. */
export const isContact = (value: unknown): value is Contact => contact(value)

/** The signed-in customer's address book. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }): Promise<Target[]> =>
    call('GET /api/contacts', { signal, expect: listOf(isContact) }),
})

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

/** All targets as one query, for screens that list them; its data is defined once the address book is loaded. */
export function useTargetList() {
  const { user } = useSession()
  const book = useQuery({ ...contactsQuery, enabled: Boolean(user) })
  const local = useSlot(localTargetsSlot)
  const { error, failureCount, isFetching, refetch } = book
  return { data: book.data && [...book.data, ...local], error, failureCount, isFetching, refetch }
}

/** Adds a target to the signed-in customer's address book, or to this browser for a guest. */
export function useAddTarget() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  return useMutation({
    mutationFn: async (input: TargetInput) => (user ? saveContact(input) : addLocalTarget(input)),
    onSuccess: (target) => {
      if (!user) return
      const book = queryClient.setQueryData(contactsQuery.queryKey, (known) => known && [...known, target])
      // An address book that was not loaded yet must not be taken as empty: load it, with the new target in it.
      if (!book) void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey })
    },
  })
}
