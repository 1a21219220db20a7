import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Notice } from '../../../components/notice.tsx'
import { promptSignIn } from '../../../lib/auth-prompt.ts'
import { focusMain } from '../../../lib/focus-main.ts'
import { verifyLinkSlot } from '../../../lib/link-token.ts'
import { logOut } from '../../../lib/sign-out.ts'

/** Opens the sign-in dialog and keeps the token over the reload after sign-in. */
function signInWith(token: string) {
  verifyLinkSlot.set(token)
  promptSignIn()
}

/** Asks a guest to sign in: only the account's own session can verify its address. */
export function SignInFirst({ token }: { token: string }) {
  return (
    <Notice
      picture="mail"
      level="h1"
      title="Sign In to Verify Your Email"
      actions={
        <Button variant="primary" onClick={() => signInWith(token)}>
          Sign In
        </Button>
      }
    >
      <p>Sign in with the address that the mail was sent to. Then verify it on this page.</p>
      <p className="mt-3">You did not create an account? Close this page, and nothing happens.</p>
    </Notice>
  )
}

interface ConfirmProps {
  /** The address of the session's account. */
  email: string
  error: Error | null
  busy: boolean
  onVerify: () => void
}

/** Asks the signed-in customer to verify the account's address. */
export function Confirm({ email, error, busy, onVerify }: ConfirmProps) {
  return (
    <Notice
      picture="mail"
      level="h1"
      title="Verify Your Email"
      actions={
        <Button variant="primary" busy={busy} onClick={onVerify}>
          {busy ? 'Verifying...' : 'Verify Email'}
        </Button>
      }
    >
      <p>
        Confirm that <strong className="wrap-anywhere text-ink">{email}</strong> is your email address.
      </p>
      {error && (
        <Failure
          error={error}
          fallback="Your email could not be verified. Please try again."
          className="mt-3"
        />
      )}
    </Notice>
  )
}

/** The link belongs to another account: the reason, and the button to change the account. */
export function OtherAccount({ token, email, message }: { token: string; email: string; message: string }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  // The focused button was removed.
  useEffect(focusMain, [])
  const changeAccount = async () => {
    setBusy(true)
    await logOut(queryClient)
    signInWith(token)
  }
  return (
    <div role="alert">
      <Notice
        picture="mail"
        level="h1"
        title="Email Not Verified"
        actions={
          <Button variant="primary" busy={busy} onClick={changeAccount}>
            Use Another Account
          </Button>
        }
      >
        <p>{message}</p>
        <p className="mt-3">
          You are signed in as <strong className="wrap-anywhere text-ink">{email}</strong>.
        </p>
      </Notice>
    </div>
  )
}
