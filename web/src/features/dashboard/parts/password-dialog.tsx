import { zodResolver } from '@hookform/resolvers/zod'
import { changePasswordInput } from '@prankpost/contracts/user'
import { errorText } from '@prankpost/web-kit'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button, TextButton } from '../../../components/button.tsx'
import Dialog from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { usePasswordEye } from '../../../components/password-eye.tsx'
import { promptSignIn } from '../../../lib/auth-prompt.ts'
import { isSignedOut } from '../../../lib/signed-out.ts'
import { toast } from '../../../lib/toasts.ts'
import { changePassword } from '../api.ts'

interface PasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the present password and a new one, and sets it. */
export default function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
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
  const present = usePasswordEye()
  const next = usePasswordEye()

  const save = handleSubmit(async (passwords) => {
    setFailure(null)
    try {
      toast({ title: 'Password Changed', description: await changePassword(passwords) })
      onDone()
    } catch (error) {
      setFailure(error)
      setFocus('currentPassword', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <Field
        label="Present Password"
        required
        autoComplete="current-password"
        {...present}
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
      {failure !== null && (
        <p role="alert" className="font-bold text-tomato">
          {isSignedOut(failure) ? (
            <>
              You are logged out. <TextButton onClick={() => promptSignIn()}>Sign in again</TextButton>
            </>
          ) : (
            errorText(failure, 'Your password could not be saved. Please try again.')
          )}
        </p>
      )}
      <Button type="submit" look="primary" wide busy={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Save New Password'}
      </Button>
    </form>
  )
}
