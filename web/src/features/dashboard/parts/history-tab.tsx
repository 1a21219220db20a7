import { ApiError, call, errorText } from '@prankpost/web-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { focusMain } from '../../../lib/focus-main.ts'
import { paths } from '../../../lib/paths.ts'
import { toast, toastError } from '../../../lib/toasts.ts'
import { historyPollMs, historyQuery, type ShownEntry } from '../api.ts'
import { HistoryCard } from './history-card.tsx'

/** The customer's sent pranks; polled every 5 seconds while the tab is open. */
export default function HistoryTab() {
  const history = useQuery({ ...historyQuery, refetchInterval: historyPollMs })
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-5 text-3xl">
        Prank History
      </h2>
      <Reading
        query={history}
        failed="Your history could not be loaded. Please try again."
        skeleton={
          <div className="grid gap-4">
            <SkeletonBlock className="h-40" />
            <SkeletonBlock className="h-40" />
          </div>
        }
      >
        {(entries) => (entries.length > 0 ? <Entries entries={entries} /> : <NothingYet />)}
      </Reading>
    </section>
  )
}

function Entries({ entries }: { entries: ShownEntry[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {entries.map((entry) => (
        <HistoryCard key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

/** Guest orders are recovered only for a verified email address. The account tab offers to verify it. */
const isUnverified = (error: unknown) => error instanceof ApiError && error.status === 403

function NothingYet() {
  const queryClient = useQueryClient()
  const recovery = useMutation({
    // Assigns the guest orders of the last 30 days with the account's email to the customer.
    mutationFn: () => call('POST /api/migrate-guest-orders'),
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
          <ButtonLink variant="primary" to={paths.home}>
            Send Your First Prank
          </ButtonLink>
          <Button busy={recovery.isPending} onClick={() => recovery.mutate()}>
            Recover Recent Data
          </Button>
          {isUnverified(recovery.error) && (
            // This link is removed together with its tab.
            <ButtonLink to={paths.account} onClick={focusMain}>
              Verify Your Email
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
