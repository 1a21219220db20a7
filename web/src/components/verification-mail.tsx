import { useVerificationMail } from '../lib/email-verification.ts'
import { Button } from './button.tsx'
import { Failure } from './failure.tsx'

/** Has a new link sent to verify the email address, and says what came of it; `isOffered` shows the button. */
export function VerificationMail({ isOffered = true }: { isOffered?: boolean }) {
  const { mutate, data, error, isPending } = useVerificationMail()
  return (
    <>
      {isOffered && (
        <Button look="primary" className="mt-4" busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Sending...' : 'Send Link Again'}
        </Button>
      )}
      {/* There before its words are: screen readers tell what changes in it. */}
      <div role="status">
        {data && (
          <p className="mt-3">
            <strong>{data}</strong>
            {isOffered && ' No mail after a few minutes? Look into your spam folder.'}
          </p>
        )}
      </div>
      {error && (
        <Failure error={error} fallback="The link could not be sent. Please try again." className="mt-3" />
      )}
    </>
  )
}
