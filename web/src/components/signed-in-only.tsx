import { errorText } from '@prankpost/web-kit'
import { type ReactNode, useEffect } from 'react'
import { useSignedInOnly } from '../lib/signed-out.ts'
import { LoadFailed, Notice } from './notice.tsx'
import { preload } from './on-demand.ts'

const loadToaster = () => import('./toaster.tsx')

/** Shows its screen to customers, its bones until it is known who is there, and the door to everybody else. */
export function SignedInOnly({ bones, children }: { bones: ReactNode; children: ReactNode }) {
  const { user, isPending, error, refetch } = useSignedInOnly()
  // The way to the door waits for the toast: it has to be at hand when it is known who is there.
  useEffect(() => preload(loadToaster), [])
  if (user) return children
  if (isPending) {
    return (
      <div role="status" aria-label="Loading">
        {bones}
      </div>
    )
  }
  if (error) {
    const message = errorText(error, 'Your account could not be loaded. Please try again.')
    return <LoadFailed message={message} onRetry={() => refetch()} />
  }
  return (
    <Notice picture="lock" title="You are logged out">
      One moment, we are taking you to the door.
    </Notice>
  )
}
