import { useState } from 'react'
import type { AuthPrompt } from '../lib/auth-prompt.ts'
import { useSession } from '../lib/session.ts'
import { AuthForm } from './auth-form.tsx'
import { TextButton } from './button.tsx'
import Dialog from './dialog.tsx'
import { ForgotPassword } from './forgot-password.tsx'

type Mode = AuthPrompt | 'create'

/** The dialog's title, and the link to another mode at its bottom. */
const modes: Record<Mode, { title: string; question: string; link: string; to: Mode }> = {
  'sign-in': { title: 'Sign In', question: "Don't have an account?", link: 'Create Account', to: 'create' },
  create: { title: 'Create Account', question: 'Already have an account?', link: 'Sign In', to: 'sign-in' },
  'forgot-password': {
    title: 'Forgot Your Password?',
    question: 'Remembered your password?',
    link: 'Back to Sign In',
    to: 'sign-in',
  },
}

interface AuthDialogProps {
  /** The form that it is open with; null while it is closed. */
  prompt: AuthPrompt | null
  onOpenChange: (open: boolean) => void
}

/**
 * Sign In, Create Account and Forgot Password in one dialog. Signing in reloads the page; creating an account does
 * not.
 */
export default function AuthDialog({ prompt, onOpenChange }: AuthDialogProps) {
  const { user } = useSession()
  const [chosen, setChosen] = useState<Mode | null>(null)
  const [email, setEmail] = useState('')
  const mode = chosen ?? prompt ?? 'sign-in'
  const { title, question, link, to } = modes[mode]

  const changeMode = (next: Mode, typed = '') => {
    setEmail(typed)
    setChosen(next)
  }
  const changeOpen = (next: boolean) => {
    if (!next) {
      setChosen(null)
      setEmail('')
    }
    onOpenChange(next)
  }
  return (
    <Dialog open={prompt !== null} onOpenChange={changeOpen} title={title}>
      {mode === 'forgot-password' ? (
        <ForgotPassword email={email || user?.email || ''} onEmail={setEmail} />
      ) : (
        // Each mode has its own form: changing the mode clears the input.
        <AuthForm
          key={mode}
          mode={mode}
          title={title}
          email={email}
          onDone={() => changeOpen(false)}
          onForgot={(typed) => changeMode('forgot-password', typed)}
        />
      )}
      <p className="mt-5 border-ink/20 border-t-2 border-dashed pt-4 text-center">
        {question}{' '}
        <TextButton onClick={() => changeMode(to, mode === 'forgot-password' ? email : '')}>
          {link}
        </TextButton>
      </p>
    </Dialog>
  )
}
