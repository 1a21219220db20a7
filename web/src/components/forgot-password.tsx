import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPasswordInput } from '@prankpost/contracts/user'
import { call, errorText } from '@prankpost/web-kit'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { messageAnswer } from '../lib/message-answer.ts'
import { Button } from './button.tsx'
import { Alert } from './failure.tsx'
import { Field } from './field.tsx'

interface Sent {
  email: string
  /** The server's message. It is the same whether or not such an account exists. */
  message: string
}

/** Sends a password reset link; `onEmail` receives the email that was entered. */
export function ForgotPassword({ email, onEmail }: { email: string; onEmail: (email: string) => void }) {
  const [sent, setSent] = useState<Sent | null>(null)
  if (sent) return <LinkSent {...sent} onAgain={() => setSent(null)} />
  const done = (link: Sent) => {
    onEmail(link.email)
    setSent(link)
  }
  return <LinkForm email={email} onSent={done} />
}

function LinkForm({ email, onSent }: { email: string; onSent: (sent: Sent) => void }) {
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(forgotPasswordInput),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState
  // The button that opened this form had the focus and is removed.
  useEffect(() => setFocus('email'), [setFocus])

  const send = handleSubmit(async (input) => {
    setFailure('')
    try {
      const { message } = await call('POST /api/auth/forgot-password', { body: input, expect: messageAnswer })
      onSent({ email: input.email, message })
    } catch (error) {
      setFailure(errorText(error, 'The link could not be sent. Please try again.'))
    }
  })

  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <p>Enter the email of your account, and we will send you a link to set a new password.</p>
      <Field
        label="Email"
        type="email"
        required
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      {failure && <Alert>{failure}</Alert>}
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {isSubmitting ? 'Sending...' : 'Send Link'}
      </Button>
    </form>
  )
}

function LinkSent({ email, message, onAgain }: Sent & { onAgain: () => void }) {
  const confirmation = useRef<HTMLParagraphElement>(null)
  useEffect(() => confirmation.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <p ref={confirmation} tabIndex={-1} className="font-extrabold text-lg outline-none">
        {message}
      </p>
      <p>
        No mail after a few minutes? Check your spam folder, and make sure that{' '}
        <strong className="wrap-anywhere">{email}</strong> is the email of your account. Then have another
        link sent.
      </p>
      <Button wide onClick={onAgain}>
        Send Another Link
      </Button>
    </div>
  )
}
