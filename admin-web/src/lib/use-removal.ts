import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { ignoreMissing } from './admin-call.ts'
import { useNotify } from './notify.ts'

interface Removal {
  /** The question, what the removal means, and the button that confirms it. */
  title: string
  content: string
  okText: string
  remove: () => Promise<unknown>
  /** What the notification says. */
  done: string
  failed: string
  onRemoved?: (() => void) | undefined
  /** Reads again what is shown, also after a failure. */
  refresh: (queryClient: QueryClient) => Promise<unknown>
}

/** A removal after a confirmation. What does not exist any more counts as removed. */
export function useRemoval({ remove, done, failed, onRemoved, refresh, ...question }: Removal) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => remove().catch(ignoreMissing),
    onSuccess: () => {
      notify.success(done)
      onRemoved?.()
    },
    onError: () => notify.error('Error', failed),
    onSettled: () => refresh(queryClient),
  })
  const confirmAndRemove = () =>
    modal.confirm({
      ...question,
      okButtonProps: { danger: true },
      // A notification reports a failure; the dialog closes in any case.
      onOk: () => mutateAsync().catch(() => undefined),
    })
  return { confirmAndRemove, isPending }
}
