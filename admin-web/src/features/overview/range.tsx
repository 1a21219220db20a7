import { textSlot, useSlot } from '@prankpost/web-kit/storage'
import { Segmented } from 'antd'

const ranges = [7, 30, 90]
const defaultDays = 30
const storedDays = textSlot('local', 'prankpost-admin-overview-days')

/** The range of the charts in days, stored in the browser. */
export function useDays(): number {
  const days = Number(useSlot(storedDays))
  return ranges.includes(days) ? days : defaultDays
}

/** Selects the range of both charts. */
export function RangeSwitch({ days }: { days: number }) {
  return (
    <Segmented
      size="small"
      aria-label="Days in the charts"
      value={days}
      options={ranges.map((value) => ({ value, label: `${value} d`, title: `${value} days` }))}
      onChange={(value) => storedDays.set(value === defaultDays ? '' : String(value))}
    />
  )
}
