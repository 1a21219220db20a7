import { Select } from 'antd'
import type { AuditKind, AuditState } from './kind.ts'

const options: { value: AuditKind | ''; label: string }[] = [
  { value: '', label: 'Changes and reads' },
  { value: 'changes', label: 'Changes and exports' },
  { value: 'reads', label: 'Reads only' },
]

/** Shows all entries, only changes and exports, or only reads of personal data. */
export function KindFilter({ kind, setKind }: Pick<AuditState, 'kind' | 'setKind'>) {
  return (
    <Select<AuditKind | ''>
      aria-label="Kind filter"
      className="status-filter"
      options={options}
      value={kind ?? ''}
      onChange={(chosen) => setKind(chosen || undefined)}
    />
  )
}
