import { useVerificationMail } from '../lib/email-verification.ts'
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
