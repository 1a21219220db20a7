import { ApiError, errorText, isSignedOut } from '@prankpost/web-kit'
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
  /** The message when the error has none of its own. */
  failed: string
  skeleton: ReactNode
  /** Shown in place of the error when there is no such thing: it does not exist, is of another account, or its id is none. */
  unknown?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows a query: its skeleton while it loads, then its data, or the error with a retry button. */
export function Reading<T>({ query, failed, skeleton, unknown, children }: ReadingProps<T>) {
  const { data, error, failureCount, isFetching, refetch } = query
  if (data !== undefined) {
    return (
      <>
        {isSignedOut(error) ? (
          <SignInAgain />
        ) : (
          Boolean(error) && (
            <p role="alert" className="mb-4 font-bold text-tomato">
              The latest data could not be loaded. {errorText(error, failed)}
            </p>
          )
        )}
        {children(data)}
      </>
    )
  }
  if (isSignedOut(error)) return <SignInAgain />
  if (unknown && error instanceof ApiError && (error.status === 404 || error.status === 400)) return unknown
  if (error)
    return <LoadFailed message={errorText(error, failed)} onRetry={() => refetch()} busy={isFetching} />
  return (
    <div>
      <div role="status" aria-label="Loading">
        {skeleton}
      </div>
      <Patience isFailing={failureCount > 0} />
    </div>
  )
}

function SignInAgain() {
  const signIn = (
    <Button variant="primary" onClick={() => promptSignIn()}>
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
