import { useSlot } from '@prankpost/web-kit/storage'
import { useQuery } from '@tanstack/react-query'
import { localTargetsSlot } from './local-targets.ts'
import { useSession } from './session.ts'
import { contactsQuery } from './targets.ts'

/** All targets as one query, for screens that list them; its data is defined once the address book is loaded. */
export function useTargetList() {
  const { user } = useSession()
  const book = useQuery({ ...contactsQuery, enabled: Boolean(user) })
  const local = useSlot(localTargetsSlot)
  const { error, failureCount, isFetching, refetch } = book
  return { data: book.data && [...book.data, ...local], error, failureCount, isFetching, refetch }
}
