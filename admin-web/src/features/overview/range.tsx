import { Segmented } from 'antd'
import { storedText, useStoredText } from '../../lib/stored-text.ts'

const ranges = [7, 30, 90]
const usual = 30
const chosen = storedText('prankpost-admin-overview-days')

/** Over how many days the charts look; remembered. */
export function useDays(): number {
  const days = Number(useStoredText(chosen))
  return ranges.includes(days) ? days : usual
}

/** Chooses the days of both charts. */
export function RangeSwitch({ days }: { days: number }) {
  return (
    <Segmented
      size="small"
      aria-label="Days in the charts"
      value={days}
      options={ranges.map((value) => ({ value, label: `${value} d`, title: `${value} days` }))}
      onChange={(value) => chosen.set(value === usual ? null : String(value))}
    />
  )
}
