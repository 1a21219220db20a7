import { useState } from 'react'
import type { AuthPrompt } from '../lib/auth-prompt.ts'
import { useSession } from '../lib/session.ts'
import { AuthForm } from './auth-form.tsx'
import { TextButton } from './button.tsx'
import Dialog from './dialog.tsx'
import { ForgotPassword } from './forgot-password.tsx'

type Mode = AuthPrompt | 'create'

/** The window's title, and the way to another mode at its foot. */
const modes: Record<Mode, { title: string; question: string; way: string; to: Mode }> = {
  'sign-in': { title: 'Sign In', question: "Don't have an account?", way: 'Create Account', to: 'create' },
  create: { title: 'Create Account', question: 'Already have an account?', way: 'Sign In', to: 'sign-in' },
  'forgot-password': {
    title: 'Forgot Your Password?',
    question: 'It came back to you?',
    way: 'Back to Sign In',
    to: 'sign-in',
  },
}

interface AuthDialogProps {
  /** What it is open for; null while it is closed. */
  prompt: AuthPrompt | null
  onOpenChange: (open: boolean) => void
}

/**
 * Sign In, Create Account and Forgot Password in one window. Signing in reloads the page; creating an account
 * does not.
 */
export default function AuthDialog({ prompt, onOpenChange }: AuthDialogProps) {
  const { user } = useSession()
  const [chosen, setChosen] = useState<Mode | null>(null)
  const [email, setEmail] = useState('')
  const mode = chosen ?? prompt ?? 'sign-in'
  const { title, question, way, to } = modes[mode]

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
        // A form of its own for each mode: going from one to the other clears what was typed.
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
        <TextButton onClick={() => changeMode(to, mode === 'forgot-password' ? email : '')}>{way}</TextButton>
      </p>
    </Dialog>
  )
}
