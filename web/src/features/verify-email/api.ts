import { call } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { emailVerificationQuery } from '../../lib/email-verification.ts'
import { messageAnswer } from '../../lib/message-answer.ts'

/**
 * Verifies the address that the link was sent to, and gives what to tell the customer. It is a query although
 * it changes something: a second time changes nothing more, so it may be asked by the page itself, once for
 * each link, and again where the network failed.
 */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: async ({ client }) => {
      const { message } = await call('POST /api/auth/verify-email', {
        body: { token },
        expect: messageAnswer,
      })
      void client.invalidateQueries({ queryKey: emailVerificationQuery.queryKey })
      return message
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
