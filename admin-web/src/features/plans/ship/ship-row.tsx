import type { Contact } from '@prankpost/contracts/contact'
import type { Pair } from '@prankpost/contracts/fair-draw'
import type { SentPranks } from '@prankpost/contracts/fulfilment'
import type { Prank } from '@prankpost/contracts/prank'
import { formatDate } from '@prankpost/web-kit'
import { Select } from 'antd'
import { isChangeable, type Row } from './batch.ts'
import { RowResult, resultMessage } from './row-result.tsx'

interface ShipRowProps {
  index: number
  rows: Row[]
  isMissing: boolean
  isBusy: boolean
  onChoose: (choice: Partial<Pair>) => void
  pranks: Prank[]
  targets: Contact[]
  sent: SentPranks
}

/** One parcel: prank, target and result. */
export function ShipRow({ index, rows, isMissing, isBusy, onChoose, pranks, targets, sent }: ShipRowProps) {
  const row = rows[index] as Row
  const disabled = isBusy || !isChangeable(row)
  const gap = (value: string | null) => (isMissing && value === null ? { status: 'error' as const } : {})
  const hadOn = (prankId: string) =>
    sent.find((one) => one.prankId === prankId && one.contactId === row.contactId)?.shippedAt
  const message =
    resultMessage(row) ?? hintFor(index, rows, row.prankId === null ? undefined : hadOn(row.prankId))
  return (
    <li className="ship-row" data-phase={row.phase}>
      <span className="ship-number" aria-hidden>
        {index + 1}
      </span>
      <Select
        aria-label={`Prank ${index + 1}`}
        placeholder="Select a prank"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        {...gap(row.prankId)}
        value={row.prankId}
        onChange={(prankId: string) => onChoose({ prankId })}
        options={pranks.map(({ id, name }) => ({ value: id, label: name }))}
        optionRender={({ label, value }) => <Option label={label} hadOn={hadOn(String(value))} />}
      />
      <Select
        aria-label={`Target ${index + 1}`}
        placeholder="Select a target contact"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        {...gap(row.contactId)}
        value={row.contactId}
        onChange={(contactId: string) => onChoose({ contactId })}
        options={targets.map((target) => ({ value: target.id, label: labelOf(target) }))}
      />
      <RowResult phase={row.phase} />
      {message && <p className="ship-message">{message}</p>}
    </li>
  )
}

function Option({ label, hadOn }: { label: React.ReactNode; hadOn: string | undefined }) {
  return (
    <span className="ship-option">
      {label}
      {hadOn && <span className="hint">had it on {formatDate(hadOn)}</span>}
    </span>
  )
}

/** The full address, so that it can be searched and targets with the same name can be distinguished. */
const labelOf = ({ name, address, city, state, zipCode }: Contact) =>
  `${name}, ${address}, ${city}, ${state} ${zipCode}`

function hintFor(index: number, rows: Row[], hadOn: string | undefined): string | null {
  const { prankId, contactId } = rows[index] as Row
  if (prankId === null || contactId === null) return null
  const twin = rows.findIndex((row, i) => i < index && row.prankId === prankId && row.contactId === contactId)
  if (twin >= 0) return `The same prank to the same target as in row ${twin + 1}.`
  return hadOn ? `This target had this prank on ${formatDate(hadOn)}.` : null
}
