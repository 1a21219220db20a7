import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../../lib/notify.ts'
import { refreshCustomers } from './api.ts'

/** Does something with a customer, reports the outcome, and reads the customer again. */
export function useCustomerAction() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    onSuccess: (_, { done }) => notify.success(done),
    onError: (error) => notify.error('Error', errorText(error, 'It could not be done. Please try again.')),
    onSettled: () => refreshCustomers(queryClient),
  })
  /** Resolves with whether it was done. */
  const start = (act: () => Promise<unknown>, done: string) =>
    mutateAsync({ act, done }).then(
      () => true,
      () => false,
    )
  return { start, isPending }
}
