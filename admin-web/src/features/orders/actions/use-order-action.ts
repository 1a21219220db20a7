import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshOrders } from '../api.ts'

interface OrderAction<T> {
  /** Sends the request. */
  send: () => Promise<T>
  onDone: (answer: T) => void
}

/**
 * The action of a dialog. After success and after failure, all data about orders is read again: a refusal often means
 * that the order has changed.
 */
export function useOrderAction<T>({ send, onDone }: OrderAction<T>) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => void refreshOrders(queryClient),
  })
  return { start: () => mutate(), isPending, error }
}
