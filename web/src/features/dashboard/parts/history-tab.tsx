import { errorText } from '@prankpost/web-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { LoadFailed, Notice } from '../../../components/notice.tsx'
import { Bone } from '../../../components/skeleton.tsx'
import { paths } from '../../../lib/paths.ts'
import { toast, toastError } from '../../../lib/toasts.ts'
import { historyPollMs, historyQuery, recoverGuestOrders } from '../api.ts'
import { HistoryCard } from './history-card.tsx'

/** Everything that was sent; asks for news every 5 seconds while it is open. */
export default function HistoryTab() {
  const {
    data: entries,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...historyQuery, refetchInterval: historyPollMs })
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-5 text-3xl">
        Prank History
      </h2>
      {entries && entries.length > 0 ? (
        <ul className="grid gap-4">
          {entries.map((entry) => (
            <HistoryCard key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : entries ? (
        <NothingYet />
      ) : error ? (
        <LoadFailed
          message={errorText(error, 'Your history could not be loaded. Please try again.')}
          onRetry={() => refetch()}
          busy={isFetching}
        />
      ) : (
        <div role="status" aria-label="Loading" className="grid gap-4">
          <Bone className="h-40" />
          <Bone className="h-40" />
        </div>
      )}
    </section>
  )
}

function NothingYet() {
  const queryClient = useQueryClient()
  const recovery = useMutation({
    mutationFn: recoverGuestOrders,
    onSuccess: async ({ message }) => {
      toast({ title: 'Orders Recovered', description: message })
      await queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
    },
    onError: (error) => toastError('Recovery Failed', errorText(error, 'No recent orders found to recover.')),
  })
  return (
    <Notice
      picture="mailbox"
      level="h3"
      title="No pranks sent yet."
      actions={
        <>
          <ButtonLink look="primary" to={paths.home}>
            Send Your First Prank
          </ButtonLink>
          <Button busy={recovery.isPending} onClick={() => recovery.mutate()}>
            Recover Recent Data
          </Button>
        </>
      }
    />
  )
}
