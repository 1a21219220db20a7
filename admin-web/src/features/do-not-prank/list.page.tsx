import type { DoNotPrankEntry } from '@prankpost/contracts/do-not-prank'
import { formatDateTime, shortId } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { ListPage } from '../../components/list-page.tsx'
import { useListState } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { useNotifiedAction } from '../../lib/use-notified-action.ts'
import { entriesCount, entriesList, refreshEntries, removeEntry, searchAddress } from './api.ts'
import { SearchForm } from './search-form.tsx'

/** How an entry was confirmed. */
const confirmations: Record<DoNotPrankEntry['confirmedBy'], string> = {
  mail: 'mail',
  slip: 'the code on a slip',
  case: 'the operator who closed a case',
}

/** The list of the tab 'Do Not Prank', and the search for an address. */
export default function DoNotPrankPage() {
  const state = useListState()
  const search = useMutation({ mutationFn: searchAddress })
  const found = search.data
  // Also when it is removed in the list below.
  const noteRemoved = (id: string) => id === found?.id && search.reset()
  return (
    <>
      <SearchForm found={search} />
      {found && <EntryCard key={found.id} entry={found} isFound onRemoved={noteRemoved} />}
      <ListPage
        state={state}
        query={entriesList(state)}
        count={entriesCount}
        emptyTitle="No Addresses Yet"
        emptyHint="Recipients add theirs on the page Do-Not-Prank List of the store."
      >
        {(entries) =>
          entries.map((entry) => <EntryCard key={entry.id} entry={entry} onRemoved={noteRemoved} />)
        }
      </ListPage>
    </>
  )
}

interface EntryCardProps {
  entry: DoNotPrankEntry
  /** Whether it is the result of the search. */
  isFound?: boolean
  onRemoved: (id: string) => void
}

/** An entry: when and how it was confirmed. Its address is not known. */
function EntryCard({ entry, isFound = false, onRemoved }: EntryCardProps) {
  const mayRemove = useMay('DELETE /api/admin/do-not-prank/:id')
  const { ask, isPending } = useNotifiedAction({
    failed: 'Failed to remove the address',
    isDanger: true,
    refresh: refreshEntries,
  })
  const remove = () =>
    ask(
      'Remove this address from the list?',
      'It gets parcels again. Only its resident can ask for that: make sure that it is the resident.',
      'Remove',
      () => removeEntry(entry.id).then(() => onRemoved(entry.id)),
      'Address Removed',
    )
  const titleId = `entry-${entry.id}${isFound ? '-found' : ''}`
  return (
    <article className="card" aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>{shortId(entry.id)}</h2>
        <span className="hint">
          Listed {formatDateTime(entry.listedAt)}, confirmed by {confirmations[entry.confirmedBy]}
        </span>
        {mayRemove && (
          <span className="card-actions">
            <Button danger loading={isPending} onClick={remove}>
              Remove
            </Button>
          </span>
        )}
      </header>
    </article>
  )
}
