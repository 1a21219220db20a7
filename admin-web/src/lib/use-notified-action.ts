import { errorText } from '@prankpost/web-kit'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useNotify } from './notify.ts'

type Act = () => Promise<unknown>

interface NotifiedActionOptions {
  /** The second line of the notification of a success. */
  about?: string
  refresh: (queryClient: QueryClient) => Promise<unknown>
}

/** Actions without a dialog of their own. A notification reports the outcome, and the data is read again. */
export function useNotifiedAction({ about, refresh }: NotifiedActionOptions) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { modal } = App.useApp()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ act }: { act: Act; done: string }) => act(),
    onSuccess: (_, { done }) => notify.success(done, about),
    onError: (error) => notify.error('Error', errorText(error, 'It could not be done. Please try again.')),
    onSettled: () => refresh(queryClient),
  })
  /** Resolves with whether it was done. */
  const start = (act: Act, done: string) =>
    mutateAsync({ act, done }).then(
      () => true,
      () => false,
    )
  /** Starts the action after a confirmation, which closes in any case. */
  const ask = (title: string, content: string, okText: string, act: Act, done: string) =>
    modal.confirm({ title, content, okText, onOk: () => start(act, done) })
  return { start, ask, isPending }
}
