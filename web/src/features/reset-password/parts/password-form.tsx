import { zodResolver } from '@hookform/resolvers/zod'
import { resetPasswordInput } from '@prankpost/contracts/user'
import { ApiError, errorText } from '@prankpost/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../components/button.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Field } from '../../../components/field.tsx'
import { usePasswordEye } from '../../../components/password-eye.tsx'
import { Picture } from '../../../components/picture.tsx'
import { resetPassword } from '../api.ts'

const input = resetPasswordInput.pick({ password: true })

interface PasswordFormProps {
  token: string
  onDone: (message: string) => void
  /** Called when the link is invalid; another password would not help. */
  onInvalidLink: (message: string) => void
}

/** The form to set the new password. */
export function PasswordForm({ token, onDone, onInvalidLink }: PasswordFormProps) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(input),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState
  const eye = usePasswordEye()

  const save = handleSubmit(async ({ password }) => {
    setFailure('')
    try {
      onDone(await resetPassword({ token, password }, queryClient))
    } catch (error) {
      const message = errorText(error, 'Your password could not be saved. Please try again.')
      // The password was validated before it was sent, so the server refused the link.
      if (error instanceof ApiError && error.status === 400) onInvalidLink(message)
      else setFailure(message)
    }
  })

  return (
    <div className="panel mx-auto max-w-xl overflow-hidden">
      <div className="airmail border-ink border-b-[2.5px]" aria-hidden="true" />
      <div className="flex items-start justify-between gap-4 px-5 pt-6 sm:px-8">
        <div>
          <h1 className="text-3xl sm:text-4xl">Set a New Password</h1>
          <p className="mt-2 text-ink-soft">
            At least 8 characters. Whoever is signed in to your account will be signed out.
          </p>
        </div>
        <Picture name="scene-lock" width={112} shownAt={72} eager className="shrink-0 rotate-6" />
      </div>
      <p className="mt-3 px-5 text-ink-soft sm:px-8">
        <strong className="text-ink">Never verified your email?</strong> Then somebody else may have created
        the account, and everything saved in it is removed: targets, history and a running plan. Parcels that
        were paid for are still sent.
      </p>
      <form onSubmit={save} noValidate className="grid gap-4 px-5 pt-5 pb-7 sm:px-8">
        <Field
          label="New Password"
          required
          autoComplete="new-password"
          {...eye}
          error={errors.password?.message}
          {...register('password')}
        />
        {failure && <Alert>{failure}</Alert>}
        <Button type="submit" variant="primary" wide busy={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save New Password'}
        </Button>
      </form>
    </div>
  )
}
