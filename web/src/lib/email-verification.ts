import type { AnswerOf } from '@prankpost/contracts/api'
import { call, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageAnswer } from './message-answer.ts'

type EmailVerification = AnswerOf<'GET /api/auth/email-verification'>

const emailVerification = shape<EmailVerification>({ email: text, verified: oneOf([true, false]) })

/** Whether the customer has shown that the account's email address is theirs. */
export const emailVerificationQuery = queryOptions({
  queryKey: ['email-verification'],
  queryFn: ({ signal }) => call('GET /api/auth/email-verification', { signal, expect: emailVerification }),
  // The link of the mail opens a tab of its own: who comes back from there wants to see what it did.
  refetchOnWindowFocus: ({ state }) => (state.data?.verified === false ? 'always' : false),
})

/** Has a new link sent to the account's address; gives what to tell the customer, and looks again how it stands. */
export function useVerificationMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { message } = await call('POST /api/auth/email-verification', { expect: messageAnswer })
      return message
    },
    // The address may have been verified elsewhere meanwhile: then no mail was sent, and this is the news.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: emailVerificationQuery.queryKey }),
  })
}
