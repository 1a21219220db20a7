import { errorText } from '@prankpost/web-kit'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useCallback } from 'react'
import { useNotify } from './notify.ts'

type Act = () => Promise<unknown>

interface NotifiedActionOptions {
  /** The second line of the notification of a success. */
  about?: string
  /** The notification of a failure; by default the server's message. */
  failed?: string
  /** Whether the button that confirms warns. */
  isDanger?: boolean
  refresh: (queryClient: QueryClient) => Promise<unknown>
}

/** Actions without a dialog of their own. A notification reports the outcome, and the data is read again. */
export function useNotifiedAction(options: NotifiedActionOptions) {
  const { about, failed, isDanger = false, refresh } = options
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ act }: { act: Act; done: string; what: string | undefined }) => act(),
    onSuccess: (_, { done, what = about }) => notify.success(done, what),
    onError: (error) =>
      notify.error('Error', failed ?? errorText(error, 'It could not be done. Please try again.')),
    onSettled: () => refresh(queryClient),
  })
  /** Resolves with whether it was done. `what` is said instead of `about`. */
  const start = useCallback(
    (act: Act, done: string, what?: string) =>
      mutateAsync({ act, done, what }).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  )
  /** Starts the action after a confirmation, which closes in any case. */
  const ask = (title: string, content: string, okText: string, act: Act, done: string) =>
    modal.confirm({
      title,
      content,
      okText,
      okButtonProps: { danger: isDanger },
      onOk: () => start(act, done),
    })
  return { start, ask, isPending }
}
