import { settableOrderStatuses } from '@prankpost/contracts/constants'
import type { AdminOrder } from '@prankpost/contracts/order'
import { Button, Checkbox, Select } from 'antd'
import { optionsOf } from '../../../components/status-badge.tsx'
import { orderStatuses } from '../../../components/statuses.ts'
import { useMay } from '../../../lib/me.ts'
import { PrintButtons } from '../actions/print-buttons.tsx'
import type { DocumentKind } from '../actions/use-print-parcels.ts'
import type { SettableStatus } from '../api.ts'
import { maxSelected, type Selection } from './use-selection.ts'

interface SelectionBarProps {
  page: readonly AdminOrder[]
  selection: Selection
  onSetStatus: (status: SettableStatus) => void
  onPrint: (kind: DocumentKind) => void
  printing: DocumentKind | undefined
}

const options = optionsOf(orderStatuses, settableOrderStatuses)

/** Selects the page, shows the size of the selection, and offers actions for it. */
export function SelectionBar({ page, selection, onSetStatus, onPrint, printing }: SelectionBarProps) {
  const maySet = useMay('POST /api/admin/orders/status')
  const count = selection.orders.size
  const onPage = page.filter(({ id }) => selection.orders.has(id)).length
  const isWhole = onPage === page.length
  return (
    <div className="selection-bar" role="toolbar" aria-label="Selection" data-filled={count > 0 || undefined}>
      <Checkbox
        checked={isWhole}
        indeterminate={onPage > 0 && !isWhole}
        onChange={() => selection.set(page, !isWhole)}
      >
        Select page
      </Checkbox>
      <span role="status" className="selection-count">
        {count > 0 && selectionText(count, onPage)}
      </span>
      {count > 0 ? (
        <span className="selection-actions">
          {maySet && (
            <Select
              aria-label="Set status of the selection"
              className="status-select"
              placeholder="Set status..."
              popupMatchSelectWidth={false}
              value={null}
              options={options}
              onChange={(status) => status && onSetStatus(status)}
            />
          )}
          <PrintButtons onPrint={onPrint} busy={printing} />
          <Button type="text" onClick={selection.clear}>
            Clear
          </Button>
        </span>
      ) : (
        <span className="hint selection-keys">
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>x</kbd> selects, <kbd>Enter</kbd> opens, <kbd>s</kbd> status,{' '}
          <kbd>p</kbd> slips, <kbd>l</kbd> labels
        </span>
      )}
    </div>
  )
}

function selectionText(count: number, onPage: number): string {
  const elsewhere = count - onPage
  const text = `${count} selected`
  if (count >= maxSelected) return `${text}, that is as many as go at once`
  return elsewhere > 0 ? `${text}, ${elsewhere} on other pages` : text
}
