import { isSignedOut } from '@prankpost/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import type { TargetInput } from '../lib/local-targets.ts'
import { useAddTarget } from '../lib/new-target.ts'
import { userQuery } from '../lib/session.ts'
import { toast, toastError } from '../lib/toasts.ts'
import TargetDialog from './target-dialog.tsx'

interface NewTargetDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog that adds a target, where targets are chosen. */
export default function NewTargetDialog(props: NewTargetDialogProps) {
  const save = useNewTarget()
  return <TargetDialog title="Add New Target" submitLabel="Add Target" onSave={save} {...props} />
}

/** The function that saves the form, and reports it. @throws ApiError when the address book refused it */
function useNewTarget() {
  const queryClient = useQueryClient()
  const addTarget = useAddTarget()
  return async (input: TargetInput) => {
    try {
      await addTarget(input)
      toast({ title: 'Success', description: 'Target added successfully!' })
    } catch (error) {
      // A guest's target is stored in this browser, and goes to the address book at the next sign-in.
      if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      toastError('Error', 'Failed to add target')
      throw error
    }
  }
}
