import { type ReactNode, useEffect } from 'react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { VerificationMail } from '../../../components/verification-mail.tsx'
import { signInOnAccount } from '../../../lib/auth-prompt.ts'
import { focusMain } from '../../../lib/focus-main.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'

/** The address is verified. */
export function Verified({ message }: { message: string }) {
  // The focused button was removed.
  useEffect(focusMain, [])
  return (
    <div role="status">
      <Notice picture="party" level="h1" title="Email Verified" actions={<ToAccount variant="primary" />}>
        {message}
      </Notice>
    </div>
  )
}

/** The link is invalid: the reason and the next steps. */
export function InvalidLink({ message }: { message: string }) {
  useEffect(focusMain, [])
  return (
    <div role="alert">
      <LinkRequired title="Email Not Verified">{message}</LinkRequired>
    </div>
  )
}

/** The page was opened without the link's token, or reloaded after the token was removed from the address. */
export function NoLink() {
  return (
    <LinkRequired title="Please Open the Link Again">
      For your safety we keep the link out of the address bar once it is open. Open it in our mail again, or
      have a new one sent from your account.
    </LinkRequired>
  )
}

/** Lets customers request a new link. Guests sign in first, because the link is sent to the account's own address. */
function LinkRequired({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useSession()
  return (
    <Notice
      picture="mail"
      level="h1"
      title={title}
      actions={user === null ? <SignIn /> : user && <NewLink />}
    >
      {children}
    </Notice>
  )
}

function NewLink() {
  return (
    <div>
      <VerificationMail />
      <p className="mt-4">
        <ToAccount />
      </p>
    </div>
  )
}

function ToAccount({ variant }: { variant?: 'primary' }) {
  return (
    <ButtonLink {...(variant && { variant })} to={paths.account}>
      Go to Your Account
    </ButtonLink>
  )
}

function SignIn() {
  return (
    <Button variant="primary" onClick={signInOnAccount}>
      Sign In
    </Button>
  )
}
