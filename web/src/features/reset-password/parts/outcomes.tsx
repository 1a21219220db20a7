import { useEffect } from 'react'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { promptNewPassword } from '../../../lib/auth-prompt.ts'
import { focusMain } from '../../../lib/focus-main.ts'
import { useSignInDialog } from '../../../lib/use-sign-in-dialog.ts'

/** The new password is set: from here on it is the one to sign in with. */
export function PasswordSet({ message }: { message: string }) {
  const signIn = useSignInDialog()
  // The form had the focus.
  useEffect(focusMain, [])
  return (
    <div role="status">
      <Notice
        picture="lock"
        level="h1"
        title="Password Changed"
        actions={
          <Button look="primary" onClick={signIn}>
            Sign In
          </Button>
        }
      >
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
      <Notice picture="mail" level="h1" title="Password Not Changed" actions={<WaysOn />}>
        {message}
      </Notice>
    </div>
  )
}

/** The page was opened without the link's token, or was reloaded after it was taken out of the address. */
export function NoLink() {
  return (
    <Notice picture="mail" level="h1" title="Please Open the Link Again" actions={<WaysOn />}>
      For your safety we keep the link out of the address bar once it is open. Open it in our mail again, or
      have a new one sent.
    </Notice>
  )
}

function WaysOn() {
  const signIn = useSignInDialog()
  return (
    <>
      <Button look="primary" onClick={promptNewPassword}>
        Send a New Link
      </Button>
      <Button onClick={signIn}>Sign In</Button>
    </>
  )
}
