import { type ReactNode, useEffect } from 'react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { VerificationMail } from '../../../components/verification-mail.tsx'
import { focusMain } from '../../../lib/focus-main.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { useSignInDialog } from '../../../lib/use-sign-in-dialog.ts'

/** The address is verified. */
export function Verified({ message }: { message: string }) {
  // The button that was pressed is gone.
  useEffect(focusMain, [])
  return (
    <div role="status">
      <Notice picture="party" level="h1" title="Email Verified" actions={<ToAccount look="primary" />}>
        {message}
      </Notice>
    </div>
  )
}

/** The link does not work: why, and the ways on. */
export function VoidLink({ message }: { message: string }) {
  useEffect(focusMain, [])
  return (
    <div role="alert">
      <LinkWanted title="Email Not Verified">{message}</LinkWanted>
    </div>
  )
}

/** The page was opened without the link's token, or was reloaded after it was taken out of the address. */
export function NoLink() {
  return (
    <LinkWanted title="Please Open the Link Again">
      For your safety we keep the link out of the address bar once it is open. Open it in our mail again, or
      have a new one sent from your account.
    </LinkWanted>
  )
}

/** Customers have a new link sent right here; guests sign in first, for it goes to their own address. */
function LinkWanted({ title, children }: { title: string; children: ReactNode }) {
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

function ToAccount({ look }: { look?: 'primary' }) {
  return (
    <ButtonLink {...(look && { look })} to={paths.account}>
      Go to Your Account
    </ButtonLink>
  )
}

function SignIn() {
  const signIn = useSignInDialog()
  return (
    <Button look="primary" onClick={signIn}>
      Sign In
    </Button>
  )
}
