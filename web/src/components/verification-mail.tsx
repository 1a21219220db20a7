import { errorText } from '@prankpost/web-kit'
import { promptSignIn } from '../lib/auth-prompt.ts'
import { useVerificationMail } from '../lib/email-verification.ts'
import { isSignedOut } from '../lib/signed-out.ts'
import { Button, TextButton } from './button.tsx'

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
        <p role="alert" className="mt-3 font-bold text-tomato">
          {isSignedOut(error) ? (
            <>
              You are logged out. <TextButton onClick={() => promptSignIn()}>Sign in again</TextButton>
            </>
          ) : (
            errorText(error, 'The link could not be sent. Please try again.')
          )}
        </p>
      )}
    </>
  )
}
