import type { BodyIn } from '@prankpost/contracts/api'
import { call } from '@prankpost/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { messageAnswer } from '../../lib/message-answer.ts'
import { userQuery } from '../../lib/session.ts'

/**
 * Sets the new password; each link works once. This ends all sessions of the account, so the session is read again and
 * all cached data is removed. Returns the message for the customer.
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
