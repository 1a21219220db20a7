import { errorText, isSignedOut } from '@prankpost/web-kit'
import type { ReactNode } from 'react'
import { promptSignIn } from '../lib/auth-prompt.ts'
import { TextButton } from './button.tsx'

/** The text of a failure. Screen readers read it when it appears. */
export function Alert({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p role="alert" className={`font-bold text-tomato ${className}`}>
      {children}
    </p>
  )
}

interface FailureProps {
  error: unknown
  /** Shown when the error has no message for customers. */
  fallback: string
  className?: string
}

/** Shows why an action has failed; when the session has ended, offers to sign in again. */
export function Failure({ error, fallback, className = '' }: FailureProps) {
  return (
    <Alert className={className}>
      {isSignedOut(error) ? (
        <>
          You are logged out. <TextButton onClick={() => promptSignIn()}>Sign in again</TextButton>
        </>
      ) : (
        errorText(error, fallback)
      )}
    </Alert>
  )
}
