import type { AdminPrank } from '@prankpost/contracts/prank'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshPranks } from '../api.ts'

/** The action of a dialog. Afterwards the list is read again, also after a failure: the prank may have changed. */
export function usePrankAction(send: () => Promise<AdminPrank>, onDone: (prank: AdminPrank) => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => void refreshPranks(queryClient),
  })
  return { start: () => mutate(), isPending, error }
}
