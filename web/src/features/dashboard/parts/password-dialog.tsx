import { zodResolver } from '@hookform/resolvers/zod'
import { changePasswordInput } from '@prankpost/contracts/user'
import { call, errorText } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../components/button.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Field } from '../../../components/field.tsx'
import { usePasswordEye } from '../../../components/password-eye.tsx'
import { messageAnswer } from '../../../lib/message-answer.ts'
import { toast, toastError } from '../../../lib/toasts.ts'

const notSaved = 'Your password could not be saved. Please try again.'

/** The form to change the password. */
export default function PasswordDialog({ open, onOpenChange }: OpenState) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change Password"
      description="Whoever is signed in to your account on other devices will be signed out."
    >
      <PasswordForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(changePasswordInput),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors, isSubmitting } = formState
  const isShown = useIsShown()
  const current = usePasswordEye()
  const next = usePasswordEye()

  const save = handleSubmit(async (passwords) => {
    setFailure(null)
    try {
      // Other devices are signed out; this one gets a new session cookie.
      const { message } = await call('POST /api/auth/password', { body: passwords, expect: messageAnswer })
      toast({ title: 'Password Changed', description: message })
      if (isShown.current) onDone()
    } catch (error) {
      // The customer has closed the dialog meanwhile, and would miss what it says.
      if (!isShown.current) return toastError('Password Not Changed', errorText(error, notSaved))
      setFailure(error)
      setFocus('currentPassword', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <Field
        label="Current Password"
        required
        autoComplete="current-password"
        {...current}
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <Field
        label="New Password"
        required
        autoComplete="new-password"
        {...next}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      {failure !== null && <Failure error={failure} fallback={notSaved} />}
      <Button type="submit" variant="primary" wide busy={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Save New Password'}
      </Button>
    </form>
  )
}
