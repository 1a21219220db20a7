import { Select, Tag } from 'antd'

/** The statuses of a resource: the one place for their words and colours (antd's presets). */
export type StatusMap<S extends string = string> = Record<S, { label: string; color: string }>

/** A status in its colour; one that the map does not know shows as it stands. */
export function StatusBadge({ statuses, value }: { statuses: StatusMap; value: string }) {
  const { label, color } = statuses[value] ?? { label: value, color: 'default' }
  return (
    <Tag color={color} className="status-badge">
      {label}
    </Tag>
  )
}

interface StatusSelectProps<S extends string> {
  statuses: StatusMap
  /** Those to choose from; by default all of the map. */
  settable?: readonly S[]
  value: string
  /** What it is the status of, for screen readers. */
  label: string
  disabled?: boolean
  onChange: (status: S) => void
}

/** A dropdown that sets a status. A status that cannot be chosen still shows as the present one. */
export function StatusSelect<S extends string>({
  statuses,
  settable,
  value,
  label,
  disabled,
  onChange,
}: StatusSelectProps<S>) {
  const options = optionsOf(statuses, settable)
  const isListed = options.some((option) => option.value === value)
  return (
    <Select
      aria-label={label}
      className="status-select"
      popupMatchSelectWidth={false}
      disabled={disabled ?? false}
      options={options}
      value={isListed ? value : (statuses[value]?.label ?? value)}
      onChange={(next) => onChange(next as S)}
    />
  )
}

/** A map's statuses as the options of a dropdown, in the map's order. */
export function optionsOf(statuses: StatusMap, only?: readonly string[]) {
  return Object.entries(statuses)
    .filter(([value]) => only === undefined || only.includes(value))
    .map(([value, { label }]) => ({ value, label }))
}
