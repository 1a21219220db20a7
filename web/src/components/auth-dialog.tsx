import { zodResolver } from '@hookform/resolvers/zod'
import { loginInput, registerInput } from '@prankpost/contracts/user'
import { call, errorText } from '@prankpost/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { z } from 'zod'
import { userQuery } from '../lib/session.ts'
import { toast, toastAfterReload, toastError } from '../lib/toasts.ts'
import { Button } from './button.tsx'
import Dialog from './dialog.tsx'
import { Field } from './field.tsx'

const mismatch = 'Passwords do not match'
const createInput = registerInput
  .extend({ confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: mismatch,
    // Said together with what else is wrong, not after it.
    when: () => true,
  })

const empty = { email: '', password: '', firstName: '', lastName: '', confirmPassword: '' }

interface AuthDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sign In and Create Account in one window. Signing in reloads the page; creating an account does not. */
export default function AuthDialog({ open, onOpenChange }: AuthDialogProps) {
  const [mode, setMode] = useState<'sign-in' | 'create'>('sign-in')
  const changeOpen = (next: boolean) => {
    if (!next) setMode('sign-in')
    onOpenChange(next)
  }
  const title = mode === 'sign-in' ? 'Sign In' : 'Create Account'
  return (
    <Dialog open={open} onOpenChange={changeOpen} title={title}>
      {/* A form of its own for each mode: going from one to the other clears what was typed. */}
      <AuthForm key={mode} mode={mode} title={title} onDone={() => changeOpen(false)} />
      <p className="mt-5 border-ink/20 border-t-2 border-dashed pt-4 text-center">
        {mode === 'sign-in' ? "Don't have an account? " : 'Already have an account? '}
        <button
          type="button"
          className="font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep"
          onClick={() => setMode(mode === 'sign-in' ? 'create' : 'sign-in')}
        >
          {mode === 'sign-in' ? 'Create Account' : 'Sign In'}
        </button>
      </p>
    </Dialog>
  )
}

function AuthForm({
  mode,
  title,
  onDone,
}: {
  mode: 'sign-in' | 'create'
  title: string
  onDone: () => void
}) {
  const queryClient = useQueryClient()
  const [visible, setVisible] = useState(false)
  const [failure, setFailure] = useState('')
  const create = mode === 'create'
  const { register, handleSubmit, formState } = useForm<typeof empty>({
    resolver: zodResolver(create ? createInput : loginInput.loose()) as never,
    defaultValues: empty,
  })
  const { errors, isSubmitting } = formState

  const signIn = async ({ email, password }: typeof empty) => {
    await call('POST /api/auth/login', { body: { email, password } })
    toastAfterReload({ title: 'Success', description: 'Signed in successfully!' })
    location.reload()
    // The button stays busy until the page is gone.
    await new Promise(() => {})
  }
  const createAccount = async ({ email, password, firstName, lastName }: typeof empty) => {
    const user = await call('POST /api/auth/register', { body: { email, password, firstName, lastName } })
    queryClient.setQueryData(userQuery.queryKey, user)
    toast({ title: 'Success', description: 'Account created successfully! You are now logged in.' })
    onDone()
  }
  const submit = async (values: typeof empty) => {
    setFailure('')
    try {
      await (create ? createAccount(values) : signIn(values))
    } catch (error) {
      const message = errorText(error, 'Authentication failed')
      setFailure(message)
      toastError('Error', message)
    }
  }
  const refuse = (wrong: FieldErrors<typeof empty>) => {
    if (wrong.confirmPassword?.message === mismatch) toastError('Error', mismatch)
  }
  const eye = (
    <button
      type="button"
      aria-label={visible ? 'Hide password' : 'Show password'}
      className="grid size-10 place-items-center rounded-full hover:bg-paper"
      onClick={() => setVisible(!visible)}
    >
      {visible ? (
        <EyeOff className="size-5" aria-hidden="true" />
      ) : (
        <Eye className="size-5" aria-hidden="true" />
      )}
    </button>
  )
  const secret = {
    type: visible ? 'text' : 'password',
    autoComplete: create ? 'new-password' : 'current-password',
  }

  return (
    <form onSubmit={handleSubmit(submit, refuse)} noValidate className="grid gap-4">
      {create && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="First Name"
            required
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <Field
            label="Last Name"
            required
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </div>
      )}
      <Field
        label="Email"
        type="email"
        required
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Password"
        required
        {...secret}
        end={eye}
        error={errors.password?.message}
        {...register('password')}
      />
      {create && (
        <Field
          label="Confirm Password"
          required
          {...secret}
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
      )}
      {failure && (
        <p role="alert" className="font-bold text-tomato">
          {failure}
        </p>
      )}
      <Button type="submit" look="primary" wide busy={isSubmitting}>
        {title}
      </Button>
    </form>
  )
}
