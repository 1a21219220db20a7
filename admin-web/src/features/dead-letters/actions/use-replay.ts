import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { many } from '../../../lib/many.ts'
import { useNotify } from '../../../lib/notify.ts'
import { type Replay, replay } from '../api.ts'
import { serviceMap } from '../services.ts'

/**
 * Replays dead letters and reports the result. A failure of one queue does not stop the others. Lists and count are
 * read again in any case, because messages sent before a failure are already replayed.
 */
export function useReplay() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { modal } = App.useApp()
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: async (replays: Replay[]) => {
      const outcomes = await Promise.allSettled(replays.map(replay))
      const sent = outcomes.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0)
      const failures = outcomes.flatMap((one, i) =>
        one.status === 'rejected' ? [`${placeOf(replays[i])}: ${errorText(one.reason, 'not sent')}`] : [],
      )
      return { sent, failures, requested: requestedCount(replays) }
    },
    onSuccess: ({ sent, failures, requested }) => {
      if (failures.length > 0) notify.error('Replay Failed', [`${sent} replayed.`, ...failures].join(' '))
      else if (requested !== null && sent < requested)
        notify.warning(
          'Messages Replayed',
          `${sent} of ${requested} replayed. The others were replayed already, or another operator is reading them.`,
        )
      else notify.success('Messages Replayed', `${sent} replayed.`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['dead-letters'] }),
  })

  const confirmAndReplay = (replays: Replay[], which: string, count: number, onOk: () => void) =>
    modal.confirm({
      title: `Replay ${many(count, 'message')}?`,
      content: `${which} are processed again. What was processed before is not done twice.`,
      okText: 'Replay',
      onOk: () => {
        onOk()
        return mutateAsync(replays)
      },
    })
  return { replay: mutateAsync, confirmAndReplay, isPending, busyWith: isPending ? variables : undefined }
}

/** The number of messages to replay; null if it is unknown. */
function requestedCount(replays: Replay[]) {
  if (replays.some(({ ids }) => ids === undefined)) return null
  return replays.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0)
}

function placeOf(one: Replay | undefined) {
  if (one === undefined) return 'Unknown'
  return [serviceMap[one.service].label, one.event].filter(Boolean).join(', ')
}
