import { Segmented } from 'antd'
import { storedText, useStoredText } from '../../lib/stored-text.ts'

const ranges = [7, 30, 90]
const defaultDays = 30
const storedDays = storedText('prankpost-admin-overview-days')

/** The range of the charts in days, stored in the browser. */
export function useDays(): number {
  const days = Number(useStoredText(storedDays))
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
      onChange={(value) => storedDays.set(value === defaultDays ? null : String(value))}
    />
  )
}
