import type { AnswerOf } from '@prankpost/contracts/api'
import { call, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageAnswer } from './message-answer.ts'

type EmailVerification = AnswerOf<'GET /api/auth/email-verification'>

const emailVerification = shape<EmailVerification>({ email: text, verified: oneOf([true, false]) })

/** Whether the account's email address is verified. */
export const emailVerificationQuery = queryOptions({
  queryKey: ['email-verification'],
  queryFn: ({ signal }) => call('GET /api/auth/email-verification', { signal, expect: emailVerification }),
  // The link in the mail opens another tab. The state is read again when the customer returns to this one.
  refetchOnWindowFocus: ({ state }) => (state.data?.verified === false ? 'always' : false),
})

/** Sends a new link to the account's address, then reads the state again. Returns the message for the customer. */
export function useVerificationMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { message } = await call('POST /api/auth/email-verification', { expect: messageAnswer })
      return message
    },
    // The address may have been verified elsewhere in the meantime: then no mail was sent, and the state has changed.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: emailVerificationQuery.queryKey }),
  })
}
