import { errorText, isSignedOut } from '@prankpost/web-kit'
import { useState } from 'react'
import type { Target, TargetInput } from '../lib/local-targets.ts'
import { useAddTarget } from '../lib/new-target.ts'
import { useTargetChanges } from '../lib/target-changes.ts'
import { type ToastMessage, toast, toastError } from '../lib/toasts.ts'
import { preload, useOnDemand } from './on-demand.ts'

const loadTargetDialog = () => import('./target-dialog.tsx')

type Change = 'add' | 'edit' | 'remove'

/** How a screen edits targets: the HTTP method, and the texts that it shows. */
export interface TargetEditing {
  method: 'PUT' | 'PATCH'
  done: Record<Change, ToastMessage>
  /** The description of the toast 'Error'. */
  failed: Record<Change, string>
  confirmRemoval: string
  /** Called for every failure; returns true when it has handled it and no toast is needed. */
  onFailure?: (error: unknown) => boolean
}

/** Adds, edits and deletes targets, with the texts of a screen; the screen must render `dialog`. */
export function useTargetEditor(editing: TargetEditing) {
  const [edited, setEdited] = useState<Target | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [removals, setRemovals] = useState<Record<string, { reason: string | null } | undefined>>({})
  const TargetDialog = useOnDemand(loadTargetDialog, isOpen, setOpen)
  const add = useAddTarget()
  const changes = useTargetChanges(editing.method)

  const runWithToast = async (change: Change, work: () => Promise<unknown>) => {
    try {
      await work()
      toast(editing.done[change])
    } catch (error) {
      if (!editing.onFailure?.(error)) toastError('Error', editing.failed[change])
      throw error
    }
  }
  const save = (input: TargetInput) =>
    edited ? runWithToast('edit', () => changes.edit(edited, input)) : runWithToast('add', () => add(input))
  const removalOf = ({ id }: Target) => removals[id]
  const remove = async (target: Target) => {
    if (removalOf(target)?.reason === null || !globalThis.confirm(editing.confirmRemoval)) return
    const setReason = (reason: string | null) => setRemovals((all) => ({ ...all, [target.id]: { reason } }))
    setReason(null)
    try {
      await runWithToast('remove', () => changes.remove(target))
      // The focused button was removed with its card.
      document.getElementById('main')?.focus({ preventScroll: true })
    } catch (error) {
      setReason(reasonOf(error))
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
    preloadDialog: () => preload(loadTargetDialog),
    /** The deletion of this target: undefined without one, `reason` null while it runs, else why it failed. */
    removalOf,
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

/** Why a target could not be deleted. */
function reasonOf(error: unknown): string {
  if (!isSignedOut(error)) return errorText(error, 'Please try again.')
  return 'You are logged out. Sign in again in another tab, then try once more.'
}
