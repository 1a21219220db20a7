import type { DoNotPrankEntry } from '@prankpost/contracts/do-not-prank'
import { formatDateTime } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { ListPage } from '../../components/list-page.tsx'
import { useListState } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { useRemoval } from '../../lib/use-removal.ts'
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
  const { confirmAndRemove, isPending } = useRemoval({
    title: 'Remove this address from the list?',
    content: 'It gets parcels again. Only its resident can ask for that: make sure that it is the resident.',
    okText: 'Remove',
    remove: () => removeEntry(entry.id),
    done: 'Address Removed',
    failed: 'Failed to remove the address',
    onRemoved: () => onRemoved(entry.id),
    refresh: refreshEntries,
  })
  const titleId = `entry-${entry.id}${isFound ? '-found' : ''}`
  return (
    <article className="card" aria-labelledby={titleId}>
      <header className="card-head">
        <h2 id={titleId}>{entry.id.slice(-8).toUpperCase()}</h2>
        <span className="hint">
          Listed {formatDateTime(entry.listedAt)}, confirmed by {confirmations[entry.confirmedBy]}
        </span>
        {mayRemove && (
          <span className="card-actions">
            <Button danger loading={isPending} onClick={confirmAndRemove}>
              Remove
            </Button>
          </span>
        )}
      </header>
    </article>
  )
}
