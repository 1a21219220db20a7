import { Select } from 'antd'
import { type AuditKind, type AuditState, kindOf } from './kind.ts'

const options: { value: AuditKind | ''; label: string }[] = [
  { value: '', label: 'Changes and reads' },
  { value: 'changes', label: 'Changes and exports' },
  { value: 'reads', label: 'Reads only' },
]

/** Shows all entries, only changes and exports, or only reads of personal data. */
export function KindFilter({ state }: { state: AuditState }) {
  return (
    <Select<AuditKind | ''>
      aria-label="Kind filter"
      className="status-filter"
      options={options}
      value={kindOf(state) ?? ''}
      onChange={(chosen) => state.setFilter('kind', chosen)}
    />
  )
}
