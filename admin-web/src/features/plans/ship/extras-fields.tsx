import { Input } from 'antd'
import { useId } from 'react'
import { type Due, type Extras, numberInMonth } from './batch.ts'

interface ExtrasFieldsProps {
  plan: Due
  count: number
  extras: Extras
  disabled: boolean
  onChange: (extras: Extras) => void
}

/** Tracking number prefix and notes, both optional, for all parcels of the batch. */
export function ExtrasFields({ plan, count, extras, disabled, onChange }: ExtrasFieldsProps) {
  const prefixId = useId()
  const notesId = useId()
  const prefix = extras.trackingPrefix.trim()
  return (
    <div className="ship-extras">
      <div>
        <label htmlFor={prefixId}>
          <strong>Tracking number prefix</strong> <span className="hint">(optional)</span>
        </label>
        <Input
          id={prefixId}
          maxLength={90}
          autoComplete="off"
          disabled={disabled}
          value={extras.trackingPrefix}
          onChange={({ target }) => onChange({ ...extras, trackingPrefix: target.value })}
        />
        <p className="hint">{prefix && numbersOf(prefix, plan, count)}</p>
      </div>
      <div>
        <label htmlFor={notesId}>
          <strong>Admin notes</strong> <span className="hint">(optional)</span>
        </label>
        <Input.TextArea
          id={notesId}
          autoSize={{ minRows: 1, maxRows: 6 }}
          // The contract's limit of 2,000, minus space for the text that is added for each shipment.
          maxLength={1_950}
          disabled={disabled}
          value={extras.notes}
          onChange={({ target }) => onChange({ ...extras, notes: target.value })}
        />
      </div>
    </div>
  )
}

const numbersOf = (prefix: string, plan: Due, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}-${numberInMonth(plan, i)}`).join(', ')
