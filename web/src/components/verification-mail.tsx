import { call } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emailVerificationQuery } from '../lib/email-verification.ts'
import { messageAnswer } from '../lib/message-answer.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'

/** Sends a new email verification link and shows the result; `isOffered` shows the button. */
export function VerificationMail({ isOffered = true }: { isOffered?: boolean }) {
  const { mutate, data, error, isPending } = useVerificationMail()
  return (
    <>
      {isOffered && (
        <Button variant="primary" className="mt-4" busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Sending...' : 'Send Link Again'}
        </Button>
      )}
      {/* Rendered before it has content: screen readers announce changes in it. */}
      <div role="status">
        {data && (
          <p className="mt-3">
            <strong>{data}</strong>
            {isOffered && ' No mail after a few minutes? Check your spam folder.'}
          </p>
        )}
      </div>
      {error && (
        <Failure error={error} fallback="The link could not be sent. Please try again." className="mt-3" />
      )}
    </>
  )
}

/** Sends a new link to the account's address, then reads the state again. Returns the message for the customer. */
function useVerificationMail() {
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
