import { call, isSignedOut } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emailVerificationQuery } from '../../lib/email-verification.ts'
import { messageAnswer } from '../../lib/message-answer.ts'
import { userQuery } from '../../lib/session.ts'

/** Verifies the email of the signed-in account with the token of the link. Returns the message for the customer. */
export function useVerification(token: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { message } = await call('POST /api/auth/verify-email', {
        body: { token },
        expect: messageAnswer,
      })
      return message
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: emailVerificationQuery.queryKey }),
    // The session has ended: read it again, so that the page asks to sign in.
    onError: (error) =>
      isSignedOut(error) ? queryClient.invalidateQueries({ queryKey: userQuery.queryKey }) : undefined,
  })
}
