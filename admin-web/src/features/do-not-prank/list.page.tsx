import type { DoNotPrankEntry } from '@prankpost/contracts/do-not-prank'
import { formatDateTime } from '@prankpost/web-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useListState } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { useRemoval } from '../../lib/use-removal.ts'
import { entriesCount, entriesList, refreshEntries, removeEntry } from './api.ts'
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
  const [found, setFound] = useState<DoNotPrankEntry | null>(null)
  return (
    <>
      <SearchForm onFound={setFound} />
      {found !== null && <EntryCard key={found.id} entry={found} onRemoved={() => setFound(null)} />}
      <ListPage
        state={state}
        query={entriesList(state)}
        count={entriesCount}
        emptyTitle="No Addresses Yet"
        emptyHint="Recipients add theirs on the page Do-Not-Prank List of the store."
      >
        {(entries) => entries.map((entry) => <EntryCard key={entry.id} entry={entry} />)}
      </ListPage>
    </>
  )
}

/** An entry: when and how it was confirmed. Its address is not known. */
function EntryCard({ entry, onRemoved }: { entry: DoNotPrankEntry; onRemoved?: () => void }) {
  const mayRemove = useMay('DELETE /api/admin/do-not-prank/:id')
  const { confirmAndRemove, isPending } = useRemoval({
    title: 'Remove this address from the list?',
    content: 'It gets parcels again. Only its resident can ask for that: make sure that it is the resident.',
    okText: 'Remove',
    remove: () => removeEntry(entry.id),
    done: 'Address Removed',
    failed: 'Failed to remove the address',
    onRemoved,
    refresh: refreshEntries,
  })
  const titleId = `entry-${entry.id}${onRemoved ? '-found' : ''}`
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
