import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { Button } from 'antd'
import { useState } from 'react'
import { useMay } from '../../lib/me.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { useParcelActions } from './actions/use-parcel-actions.ts'
import { usePrintLabels } from './actions/use-print-labels.ts'
import type { OpenDialog } from './parcel-dialog.tsx'
import { ParcelsTable } from './parcels-table.tsx'

const group = 'Parcels'

interface QueueProps {
  parcels: QueuedParcel[]
  isShipping: boolean
  onShip: (parcels: readonly QueuedParcel[]) => void
  onOpen: (dialog: OpenDialog) => void
}

/** A page of the queue with its selection: by mouse, or with j, k and x. */
export function Queue({ parcels, isShipping, onShip, onOpen }: QueueProps) {
  const [marked, setMarked] = useState<readonly string[]>([])
  const { print, isPrinting } = usePrintLabels()
  const { act, isActing } = useParcelActions()
  const mayPrint = useMay('POST /api/admin/parcels/labels')
  const mayShip = useMay('POST /api/admin/parcels/ship')
  const toggle = (id: string) =>
    setMarked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const { ids, activeId, rowProps } = useRowKeys(parcels, { noun: 'parcel', group, onSelect: toggle })
  // What left the list is not on the screen: nothing is done with it.
  const selected = ids.filter((id) => marked.includes(id))
  // Without a selection, keys act on the active row.
  const chosen = selected.length > 0 ? selected : activeId === null ? [] : [activeId]
  const all = () => setMarked(selected.length === ids.length ? [] : ids)
  const ship = () => onShip(parcels.filter(({ id }) => chosen.includes(id)))
  const pick = () => onOpen({ kind: 'pick', ids: chosen })
  const ifAny = (isAllowed: boolean) => ({ group, enabled: isAllowed && chosen.length > 0 })
  useShortcut('a', 'Select the page, or nothing', all, { group })
  useShortcut('l', 'Labels and slips of the selection', () => print(chosen), ifAny(mayPrint && !isPrinting))
  useShortcut('i', 'Pick list of the selection', pick, ifAny(mayPrint))
  useShortcut('s', 'Ship the selection', ship, ifAny(mayShip && !isShipping))

  return (
    <>
      <div
        className="selection-bar"
        role="toolbar"
        aria-label="Selection"
        data-filled={selected.length > 0 || undefined}
      >
        <span role="status" className="selection-count">
          {selected.length > 0 ? `${selected.length} selected` : 'None selected'}
        </span>
        {selected.length > 0 ? (
          <span className="selection-actions">
            {mayPrint && (
              <>
                <Button type="primary" loading={isPrinting} onClick={() => print(chosen)}>
                  Labels and Slips
                </Button>
                <Button onClick={pick}>Pick List</Button>
              </>
            )}
            {mayShip && (
              <Button loading={isShipping} onClick={ship}>
                Ship
              </Button>
            )}
            <Button type="text" onClick={() => setMarked([])}>
              Clear
            </Button>
          </span>
        ) : (
          <span className="hint selection-keys">
            <kbd>j</kbd> <kbd>k</kbd> move, <kbd>x</kbd> selects, <kbd>a</kbd> the page, <kbd>l</kbd> labels,{' '}
            <kbd>i</kbd> pick list, <kbd>s</kbd> ships, <kbd>c</kbd> scan
          </span>
        )}
      </div>
      <ParcelsTable
        parcels={parcels}
        selected={selected}
        onSelect={setMarked}
        rowProps={rowProps}
        isBusy={isActing}
        onAct={act}
        onOpen={onOpen}
      />
    </>
  )
}
