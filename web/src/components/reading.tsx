import { errorText, isSignedOut } from '@prankpost/web-kit'
import type { ReactNode } from 'react'
import { promptSignIn } from '../lib/auth-prompt.ts'
import { Button } from './button.tsx'
import { LoadFailed, Notice } from './notice.tsx'
import { Patience } from './patience.tsx'

interface ReadingProps<T> {
  query: {
    data: T | undefined
    error: unknown
    failureCount: number
    isFetching: boolean
    refetch: () => unknown
  }
  /** What to say when the failure has no words of its own. */
  failed: string
  bones: ReactNode
  children: (data: T) => ReactNode
}

/** What was read; until it is there its bones, and where it cannot be had what went wrong and how to try again. */
export function Reading<T>({ query, failed, bones, children }: ReadingProps<T>) {
  const { data, error, failureCount, isFetching, refetch } = query
  if (data !== undefined) {
    return (
      <>
        {Boolean(error) && (
          <p role="alert" className="mb-4 font-bold text-tomato">
            The latest news could not be loaded. {errorText(error, failed)}
          </p>
        )}
        {children(data)}
      </>
    )
  }
  if (isSignedOut(error)) return <SignInAgain />
  if (error)
    return <LoadFailed message={errorText(error, failed)} onRetry={() => refetch()} busy={isFetching} />
  return (
    <div>
      <div role="status" aria-label="Loading">
        {bones}
      </div>
      <Patience isFailing={failureCount > 0} />
    </div>
  )
}

function SignInAgain() {
  const signIn = (
    <Button look="primary" onClick={() => promptSignIn()}>
      Sign In
    </Button>
  )
  return (
    <div role="alert">
      <Notice picture="lock" actions={signIn}>
        You are logged out. Please sign in again.
      </Notice>
    </div>
  )
}
