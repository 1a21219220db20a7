import { avatarIds } from '@prankpost/contracts/constants'
import type { Contact } from '@prankpost/contracts/contact'
import { call, listOf, oneOf, shape, text } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { localTargetsSlot, type Target } from './local-targets.ts'
import { optional } from './optional.ts'
import { useSession } from './session.ts'

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

/** The signed-in customer's address book. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }): Promise<Target[]> =>
    call('GET /api/contacts', { signal, expect: listOf(isContact) }),
})

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
