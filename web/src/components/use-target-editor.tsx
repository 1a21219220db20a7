import { ApiError, errorText, isSignedOut } from '@prankpost/web-kit'
import { useState } from 'react'
import type { Target, TargetInput } from '../lib/local-targets.ts'
import { useTargetChanges } from '../lib/target-changes.ts'
import { useAddTarget } from '../lib/targets.ts'
import { type ToastMessage, toast, toastError } from '../lib/toasts.ts'
import { preload, useOnDemand } from './on-demand.ts'

const loadTargetDialog = () => import('./target-dialog.tsx')

type Change = 'add' | 'edit' | 'remove'

/** How a screen edits targets: by which method, and in which words it speaks about it. */
export interface TargetEditing {
  method: 'PUT' | 'PATCH'
  done: Record<Change, ToastMessage>
  /** What the toast 'Error' says. */
  failed: Record<Change, string>
  confirmRemoval: string
  /** Told of every failure; true when it took care of it, and no toast is needed. */
  onFailure?: (error: unknown) => boolean
}

/** Adds, edits and deletes targets in a screen's own words; `dialog` has to stand somewhere in that screen. */
export function useTargetEditor(words: TargetEditing) {
  const [edited, setEdited] = useState<Target | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [removal, setRemoval] = useState<{ id: string; reason: string | null } | null>(null)
  const TargetDialog = useOnDemand(loadTargetDialog, isOpen, setOpen)
  const adding = useAddTarget()
  const changes = useTargetChanges(words.method)

  const say = async (change: Change, work: () => Promise<unknown>) => {
    try {
      await work()
      toast(words.done[change])
    } catch (error) {
      if (!words.onFailure?.(error)) toastError('Error', words.failed[change])
      throw wayOut(error)
    }
  }
  const save = (input: TargetInput) =>
    edited ? say('edit', () => changes.edit(edited, input)) : say('add', () => adding.mutateAsync(input))
  const remove = async (target: Target) => {
    if (removal?.reason === null || !globalThis.confirm(words.confirmRemoval)) return
    setRemoval({ id: target.id, reason: null })
    try {
      await say('remove', () => changes.remove(target))
      setRemoval(null)
      // The button that was pressed is gone with its card.
      document.getElementById('main')?.focus({ preventScroll: true })
    } catch (error) {
      setRemoval({ id: target.id, reason: errorText(error, 'Please try again.') })
    }
  }
  const open = (target: Target | null) => {
    setEdited(target)
    setOpen(true)
  }

  return {
    add: () => open(null),
    edit: open,
    remove,
    near: () => preload(loadTargetDialog),
    /** How the deletion of this target is going: undefined, under way, or why it did not work. */
    removalOf: ({ id }: Target) => (removal?.id === id ? removal : undefined),
    dialog: TargetDialog && (
      <TargetDialog
        key={edited?.id ?? 'new'}
        open={isOpen}
        onOpenChange={setOpen}
        title={edited ? 'Edit Target' : 'Add New Target'}
        submitLabel={edited ? 'Save Changes' : 'Add Target'}
        {...(edited && { target: edited })}
        onSave={save}
      />
    ),
  }
}

/** What was typed is still there: signing in elsewhere saves it. */
function wayOut(error: unknown): unknown {
  if (!isSignedOut(error)) return error
  return new ApiError(
    401,
    'unauthorized',
    'You are logged out. Log in again in another tab, then try once more.',
  )
}
