import { errorText, isSignedOut } from '@prankpost/web-kit'
import { promptSignIn } from '../lib/auth-prompt.ts'
import { TextButton } from './button.tsx'

interface FailureProps {
  error: unknown
  /** What is said where the error has no words for people. */
  fallback: string
  className?: string
}

/** Says why something that the customer did has failed, with the way out where the session has ended. */
export function Failure({ error, fallback, className = '' }: FailureProps) {
  return (
    <p role="alert" className={`font-bold text-tomato ${className}`}>
      {isSignedOut(error) ? (
        <>
          You are logged out. <TextButton onClick={() => promptSignIn()}>Sign in again</TextButton>
        </>
      ) : (
        errorText(error, fallback)
      )}
    </p>
  )
}
