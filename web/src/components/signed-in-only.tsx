import { errorText } from '@prankpost/web-kit'
import { type ReactNode, useEffect } from 'react'
import { useSignedInOnly } from '../lib/signed-out.ts'
import { LoadFailed, Notice } from './notice.tsx'
import { preload } from './on-demand.ts'

const loadToaster = () => import('./toaster.tsx')

/** Shows its screen to customers and its skeleton while the session loads, and redirects guests to sign-in. */
export function SignedInOnly({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const { user, isPending, error, refetch } = useSignedInOnly()
  // The redirect waits for the toast, so the toast's code must be loaded when the session is known.
  useEffect(() => preload(loadToaster), [])
  if (user) return children
  if (isPending) {
    return (
      <div role="status" aria-label="Loading">
        {skeleton}
      </div>
    )
  }
  if (error) {
    const message = errorText(error, 'Your account could not be loaded. Please try again.')
    return <LoadFailed message={message} onRetry={() => refetch()} />
  }
  return (
    <Notice picture="lock" title="You are logged out">
      One moment, we are taking you to the sign-in.
    </Notice>
  )
}
