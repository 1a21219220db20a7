import { zodResolver } from '@hookform/resolvers/zod'
import { avatarIds } from '@prankpost/contracts/constants'
import { newContactInput } from '@prankpost/contracts/contact'
import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useMemo, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { afterPaint } from '../lib/after-paint.ts'
import { newTargetDraft, targetDraft } from '../lib/drafts.ts'
import { setFieldErrors } from '../lib/field-errors.ts'
import type { Target, TargetInput } from '../lib/local-targets.ts'
import { AddressFields, type AddressValues } from './address-fields.tsx'
import { Button } from './button.tsx'
import Dialog, { type OpenState } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { Avatar } from './picture.tsx'
import { useDraft } from './use-draft.ts'

interface TargetDialogProps extends OpenState {
  title: string
  submitLabel: string
  /** The target to edit; without one the form is empty, with a random avatar. */
  target?: Target
  /** Saves the input. When it fails, the dialog stays open and keeps the input. */
  onSave: (input: TargetInput) => Promise<unknown>
}

/** The dialog to add or edit a target. What was typed is kept until the dialog is closed. */
export default function TargetDialog({
  open,
  onOpenChange,
  title,
  submitLabel,
  target,
  onSave,
}: TargetDialogProps) {
  const change = (isOpen: boolean) => {
    if (!isOpen) draftOf(target).clear()
    onOpenChange(isOpen)
  }
  return (
    <Dialog open={open} onOpenChange={change} title={title} description="US addresses only.">
      <TargetForm target={target} submitLabel={submitLabel} onSave={onSave} onDone={() => change(false)} />
    </Dialog>
  )
}

const emptyAddress = { name: '', address: '', address2: '', city: '', state: '', zipCode: '' }

const draftOf = (target: Target | undefined) => (target ? targetDraft(target.id) : newTargetDraft)

/** The form of a new target. All attempts to save it have one idempotency key, also after a reload. */
const newTarget = () => ({
  ...{ ...emptyAddress, idempotencyKey: randomUuid() },
  profilePicture: avatarIds[Math.floor(Math.random() * avatarIds.length)] ?? 'hunk',
})

interface TargetFormProps {
  target: Target | undefined
  submitLabel: string
  onSave: (input: TargetInput) => Promise<unknown>
  onDone: () => void
}

function TargetForm({ target, submitLabel, onSave, onDone }: TargetFormProps) {
  const [failure, setFailure] = useState<unknown>(null)
  const [start] = useState(() => target ?? newTarget())
  const form = useForm({
    resolver: zodResolver(newContactInput),
    // The initial values are plain strings; the contract's schema validates the state's code.
    defaultValues: start as never,
  })
  const { register, handleSubmit, setError, formState } = form
  const { isSubmitting } = formState
  const isShown = useIsShown()
  const draft = useMemo(() => draftOf(target), [target])
  useDraft(form, draft)

  const save = handleSubmit(async (input) => {
    setFailure(null)
    await afterPaint()
    const kept = JSON.stringify(draft.get())
    try {
      await onSave(input)
      if (isShown.current) onDone()
      // The customer left the page meanwhile: the next form must not offer what is saved, unless it has texts of its own.
      else if (JSON.stringify(draft.get()) === kept) draft.clear()
    } catch (error) {
      setFailure(error)
      setFieldErrors(error, setError as never)
    }
  })

  return (
    <FormProvider {...(form as never as UseFormReturn<AddressValues>)}>
      <form onSubmit={save} noValidate className="grid gap-4">
        <fieldset>
          <legend className="mb-1 font-extrabold">Avatar</legend>
          <div className="grid grid-cols-4 gap-2 sm:grid-cols-8">
            {avatarIds.map((id) => (
              <label
                key={id}
                title={id}
                className="grid cursor-pointer place-items-center rounded-2xl border-2 border-transparent bg-paper p-1 transition-transform has-checked:scale-105 has-checked:border-ink has-checked:bg-sun has-focus-visible:outline-3 has-focus-visible:outline-grape has-focus-visible:outline-offset-2"
              >
                <input
                  type="radio"
                  value={id}
                  aria-label={id}
                  className="sr-only"
                  {...register('profilePicture')}
                />
                <Avatar id={id} size={44} />
              </label>
            ))}
          </div>
        </fieldset>
        <AddressFields />
        {failure !== null && <Failure error={failure} fallback="Please try again." />}
        <div className="mt-1 actions">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
