import type { BodyIn } from '@prankpost/contracts/api'
import { call } from '@prankpost/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { messageAnswer } from '../../lib/message-answer.ts'
import { userQuery } from '../../lib/session.ts'

/**
 * Sets the new password; a link does so once. All sessions of its account end with that, so that this browser
 * asks again who is signed in, and forgets what it knew of them. Gives what to tell the customer.
 */
export async function resetPassword(
  body: BodyIn<'POST /api/auth/reset-password'>,
  queryClient: QueryClient,
): Promise<string> {
  const { message } = await call('POST /api/auth/reset-password', { body, expect: messageAnswer })
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
  await queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  return message
}
