import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { useOpenItem } from '../../lib/list-state.ts'
import { useMay } from '../../lib/me.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { ShipResults } from './actions/ship-results.tsx'
import { useShip } from './actions/use-ship.ts'
import { parcelRows, parcelsCount, parcelsPage } from './api.ts'
import { Filters } from './filters.tsx'
import { type OpenDialog, ParcelDialog } from './parcel-dialog.tsx'
import { useParcelState } from './parcel-state.ts'
import { parcelStates } from './parcel-states.ts'
import { Queue } from './queue.tsx'
import './parcels.css'

const ScanDialog = lazy(() => import('./scan/scan-dialog.tsx'))
const ImportDialog = lazy(() => import('./actions/import-dialog.tsx'))

const { to_pack: _default, ...otherStates } = parcelStates
const group = 'Parcels'

/** The list of the tab 'Parcels'. */
export default function ParcelsPage() {
  const state = useParcelState()
  const query = parcelsPage(state)
  // In the URL, so that the command bar opens it from every tab.
  const [open, setOpen] = useOpenItem('dialog')
  // Here and not in the queue, which ends with its last parcel.
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { ship, isShipping, failure, clearFailure } = useShip()
  const mayScan = useMay('POST /api/admin/parcels/scan')
  const mayImport = useMay('POST /api/admin/parcels/import')
  useShortcut('c', 'Scan parcels', () => setOpen('scan'), { group, enabled: mayScan })
  const close = () => setOpen(null)
  return (
    <>
      <ListPage<QueuedParcel>
        state={state}
        query={query}
        count={parcelsCount}
        rows={parcelRows}
        searchLabel="Search recipient or reference"
        statuses={state.q ? parcelStates : otherStates}
        unfiltered={state.q ? 'All states' : 'To pack'}
        extra={
          <>
            <Filters state={state} />
            {mayScan && (
              <Button type="primary" title="Scan parcels (c)" onClick={() => setOpen('scan')}>
                Scan
              </Button>
            )}
            {mayImport && <Button onClick={() => setOpen('import')}>Import CSV</Button>}
          </>
        }
        emptyTitle="Nothing to Pack"
        emptyHint="Paid parcels come here, the earliest promise first."
      >
        {(parcels) => (
          // A new page or filter begins without a selection.
          <Queue
            key={JSON.stringify(query.queryKey)}
            parcels={parcels}
            isShipping={isShipping}
            onShip={ship}
            onOpen={setDialog}
          />
        )}
      </ListPage>
      {dialog && <ParcelDialog open={dialog} onClose={() => setDialog(null)} />}
      {failure && <ShipResults {...failure} onClose={clearFailure} />}
      <Suspense>
        {open === 'scan' && mayScan && <ScanDialog onClose={close} />}
        {open === 'import' && mayImport && <ImportDialog onClose={close} />}
      </Suspense>
    </>
  )
}
