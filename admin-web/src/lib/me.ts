import type { OperatorMe } from '@prankpost/contracts/operator'
import { listOf, nullable, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type AdminKey, adminCall } from './admin-call.ts'
import { roleNames } from './roles.ts'

/** Who is logged in. `may` is null for the shared password, which may do everything. */
export type Me = Omit<OperatorMe, 'may'> & { may: readonly string[] | null }

/** The shared password acts as the owner. */
export const sharedOwner: Me = {
  id: null,
  name: 'Shared password',
  email: null,
  role: 'owner',
  needsTotp: false,
  hasTotp: false,
  may: null,
}

/** The key of the query about who is signed in. */
export const meKey = ['me']

/** The operator of the session. Read again when a call was forbidden, because the role may have changed. */
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ signal }) => adminCall('GET /api/operators/me', { signal, expect: isMe }),
  staleTime: Number.POSITIVE_INFINITY,
})

const isMe = shape<OperatorMe>({
  id: nullable(text),
  name: text,
  email: nullable(text),
  role: oneOf(roleNames),
  needsTotp: oneOf([true, false]),
  hasTotp: oneOf([true, false]),
  may: listOf(text),
})

/** Who is logged in, for all components of the dashboard. */
export const MeContext = createContext<Me>(sharedOwner)
export const useMe = () => useContext(MeContext)

/** Whether the operator's role allows a call. What it does not allow is not shown; the server decides in any case. */
export function useMay(key: AdminKey): boolean {
  return useMayCall()(key)
}

/** The same for several calls. */
export function useMayCall(): (key: AdminKey) => boolean {
  const { may } = useMe()
  return (key) => may === null || may.includes(key)
}
