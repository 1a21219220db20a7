import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useMay } from '../../lib/me.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { HoldDialog } from './actions/hold-dialog.tsx'
import { PickListDialog } from './actions/pick-list-dialog.tsx'
import { RefundDialog } from './actions/refund-dialog.tsx'
import { RefuseDialog } from './actions/refuse-dialog.tsx'
import { SendAgainDialog } from './actions/send-again-dialog.tsx'
import { ShipResults } from './actions/ship-results.tsx'
import { useParcelActions } from './actions/use-parcel-actions.ts'
import { usePrintLabels } from './actions/use-print-labels.ts'
import { useShip } from './actions/use-ship.ts'
import { ParcelsTable } from './parcels-table.tsx'

const group = 'Parcels'

type Dialog =
  | { kind: 'pick' }
  | { kind: 'hold'; parcel: QueuedParcel }
  | { kind: 'refuse'; parcel: QueuedParcel }
  | { kind: 'send-again'; parcel: QueuedParcel }
  | { kind: 'refund'; parcel: QueuedParcel }

/** A page of the queue with its selection: by mouse, or with j, k and x. */
export function Queue({ parcels }: { parcels: QueuedParcel[] }) {
  const [selected, setSelected] = useState<readonly string[]>([])
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { print, isPrinting } = usePrintLabels()
  const { ship, isShipping, results, clearResults } = useShip()
  const { act, isActing } = useParcelActions()
  const mayPrint = useMay('POST /api/admin/parcels/labels')
  const mayShip = useMay('POST /api/admin/parcels/ship')
  const toggle = (id: string) =>
    setSelected((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const { activeId, rowProps } = useRowKeys(
    parcels.map(({ id }) => id),
    { noun: 'parcel', group, onSelect: toggle },
  )
  // Without a selection, keys act on the active row.
  const chosen = selected.length > 0 ? [...selected] : activeId === null ? [] : [activeId]
  const all = () => setSelected(selected.length === parcels.length ? [] : parcels.map(({ id }) => id))
  const close = () => setDialog(null)
  const dialogs = useMemo(() => {
    const opener = (kind: Exclude<Dialog['kind'], 'pick'>) => (parcel: QueuedParcel) =>
      setDialog({ kind, parcel })
    return {
      onHold: opener('hold'),
      onRefuse: opener('refuse'),
      onSendAgain: opener('send-again'),
      onRefund: opener('refund'),
    }
  }, [])
  const ifAny = (isAllowed: boolean) => ({ group, enabled: isAllowed && chosen.length > 0 })
  useShortcut('a', 'Select the page, or nothing', all, { group })
  useShortcut('l', 'Labels and slips of the selection', () => print(chosen), ifAny(mayPrint && !isPrinting))
  useShortcut('i', 'Pick list of the selection', () => setDialog({ kind: 'pick' }), ifAny(mayPrint))
  useShortcut('s', 'Ship the selection', () => ship(chosen), ifAny(mayShip && !isShipping))

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
                <Button onClick={() => setDialog({ kind: 'pick' })}>Pick List</Button>
              </>
            )}
            {mayShip && (
              <Button loading={isShipping} onClick={() => ship(chosen)}>
                Ship
              </Button>
            )}
            <Button type="text" onClick={() => setSelected([])}>
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
        onSelect={setSelected}
        rowProps={rowProps}
        isBusy={isActing}
        onAct={act}
        {...dialogs}
      />
      {dialog?.kind === 'pick' && <PickListDialog ids={chosen} onClose={close} />}
      {dialog?.kind === 'hold' && <HoldDialog parcel={dialog.parcel} onClose={close} />}
      {dialog?.kind === 'refuse' && <RefuseDialog parcel={dialog.parcel} onClose={close} />}
      {dialog?.kind === 'send-again' && <SendAgainDialog parcel={dialog.parcel} onClose={close} />}
      {dialog?.kind === 'refund' && <RefundDialog parcel={dialog.parcel} onClose={close} />}
      {results && <ShipResults results={results} parcels={parcels} onClose={clearResults} />}
    </>
  )
}
