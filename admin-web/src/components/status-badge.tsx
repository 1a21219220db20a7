import { Select, Tag } from 'antd'

/** The statuses of a resource, with their labels and colours (antd's presets). */
export type StatusMap<S extends string = string> = Record<S, { label: string; color: string }>

/** A status in its colour; an unknown status is shown unchanged. */
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
  /** The statuses that can be selected; by default all of the map. */
  settable?: readonly S[]
  value: string
  /** The accessible name, such as `Status of order X`. */
  label: string
  disabled?: boolean
  onChange: (status: S) => void
}

/** A dropdown that sets a status. A current status that cannot be selected is still shown. */
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
