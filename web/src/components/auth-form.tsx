import { zodResolver } from '@hookform/resolvers/zod'
import { signUpConsent } from '@prankpost/contracts/consent'
import { loginInput, registerInput } from '@prankpost/contracts/user'
import { call, errorText } from '@prankpost/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { z } from 'zod'
import { deletionReceiptSlot } from '../lib/deletion-receipt.ts'
import { noteCustomer, signOutDueSlot, userQuery } from '../lib/session.ts'
import { toast, toastAfterReload, toastError } from '../lib/toasts.ts'
import { Button, TextButton } from './button.tsx'
import { ConsentText } from './consent-text.tsx'
import { Alert } from './failure.tsx'
import { Field } from './field.tsx'
import { usePasswordEye } from './password-eye.tsx'

const mismatch = 'Passwords do not match'
const createInput = registerInput
  .extend({ confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: mismatch,
    // Checked together with the other rules, not after them.
    when: () => true,
  })

const empty = { email: '', password: '', firstName: '', lastName: '', confirmPassword: '' }

interface AuthFormProps {
  mode: 'sign-in' | 'create'
  title: string
  /** The initial value of the email field. */
  email: string
  onDone: () => void
  /** Called when the password is forgotten, with the email as typed so far. */
  onForgot: (email: string) => void
}

/** The form to sign in or to create an account. */
export function AuthForm({ mode, title, email, onDone, onForgot }: AuthFormProps) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState('')
  const create = mode === 'create'
  const { register, handleSubmit, formState, getValues } = useForm<typeof empty>({
    resolver: zodResolver(create ? createInput : loginInput.loose()) as never,
    defaultValues: { ...empty, email },
  })
  const { errors, isSubmitting } = formState
  const eye = usePasswordEye()
  const secret = { type: eye.type, autoComplete: create ? 'new-password' : 'current-password' }

  const signIn = async ({ email, password }: typeof empty) => {
    await call('POST /api/auth/login', { body: { email, password } })
    forgetLastVisit()
    toastAfterReload({ title: 'Success', description: 'Signed in successfully!' })
    location.reload()
    // The button stays busy until the page is unloaded.
    await new Promise(() => {})
  }
  const createAccount = async ({ email, password, firstName, lastName }: typeof empty) => {
    const user = await call('POST /api/auth/register', { body: { email, password, firstName, lastName } })
    // Another customer's data, if their session ended while this page was open. A guest's page keeps what it shows.
    const former = queryClient.getQueryData(userQuery.queryKey)
    void queryClient.resetQueries({
      predicate: (query) => query.queryKey[0] !== 'user' && (Boolean(former) || !query.isActive()),
    })
    queryClient.setQueryData(userQuery.queryKey, user)
    noteCustomer(user)
    forgetLastVisit()
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
  const onInvalid = (invalid: FieldErrors<typeof empty>) => {
    if (invalid.confirmPassword?.message === mismatch) toastError('Error', mismatch)
  }

  return (
    <form onSubmit={handleSubmit(submit, onInvalid)} noValidate className="grid gap-4">
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
        end={eye.end}
        error={errors.password?.message}
        {...register('password')}
      />
      {create ? (
        <Field
          label="Confirm Password"
          required
          {...secret}
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
      ) : (
        <TextButton className="-mt-2 justify-self-end" onClick={() => onForgot(getValues('email'))}>
          Forgot password?
        </TextButton>
      )}
      {failure && <Alert>{failure}</Alert>}
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {title}
      </Button>
      {create && (
        <p className="text-center text-ink-soft text-sm">
          <ConsentText wording={signUpConsent.wording} />
        </p>
      )}
    </form>
  )
}

/** What the last customer of this tab has left: a sign-out that is still due, and the receipt of a deleted account. */
function forgetLastVisit() {
  signOutDueSlot.clear()
  deletionReceiptSlot.clear()
}
