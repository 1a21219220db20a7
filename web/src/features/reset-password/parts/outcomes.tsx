import { useEffect } from 'react'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { promptNewPassword, signInOnAccount } from '../../../lib/auth-prompt.ts'
import { focusMain } from '../../../lib/focus-main.ts'

/** The new password is set and can be used to sign in. */
export function PasswordSet({ message }: { message: string }) {
  // The form had the focus and was removed.
  useEffect(focusMain, [])
  return (
    <div role="status">
      <Notice
        picture="lock"
        level="h1"
        title="Password Changed"
        actions={
          <Button variant="primary" onClick={signInOnAccount}>
            Sign In
          </Button>
        }
      >
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
      <Notice picture="mail" level="h1" title="This Link Does Not Work Any More" actions={<NextSteps />}>
        {message}
      </Notice>
    </div>
  )
}

/** The page was opened without the link's token, or reloaded after the token was removed from the address. */
export function NoLink() {
  return (
    <Notice picture="mail" level="h1" title="Please Open the Link Again" actions={<NextSteps />}>
      For your safety we keep the link out of the address bar once it is open. Open it in our mail again, or
      have a new one sent.
    </Notice>
  )
}

function NextSteps() {
  return (
    <>
      <Button variant="primary" onClick={promptNewPassword}>
        Send a New Link
      </Button>
      <Button onClick={signInOnAccount}>Sign In</Button>
    </>
  )
}
