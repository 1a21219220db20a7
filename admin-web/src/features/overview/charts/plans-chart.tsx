import type { PlanFigures } from '../api.ts'
import { Nothing } from '../box.tsx'
import { count, dayLabel, sumOf } from '../figures.ts'
import { DataTable } from './data-table.tsx'
import { DayChart } from './day-chart.tsx'

/** Plans that started (upwards) and ended (downwards) on each day. */
export default function PlansChart({ byDay }: Pick<PlanFigures, 'byDay'>) {
  const started = sumOf(byDay, (day) => day.started)
  const ended = sumOf(byDay, (day) => day.ended)
  if (started + ended === 0) return <Nothing>No plan started or ended in these {byDay.length} days</Nothing>
  const label = `Plans of ${byDay.length} days: ${count(started)} started, ${count(ended)} ended`
  return (
    <>
      <DayChart
        label={label}
        days={byDay.map((day) => ({ ...day, down: -day.ended }))}
        series={[
          { key: 'started', fill: '#14753f' },
          { key: 'down', fill: '#c81e3a' },
        ]}
        formatAxis={(value) => count(Math.abs(value))}
        isCounted
        tip={(day) => (
          <>
            <span>{count(day.started)} started</span>
            <span>{count(day.ended)} ended</span>
          </>
        )}
      />
      <DataTable
        caption={label}
        heads={['Day', 'Started', 'Ended']}
        rows={byDay.map((day) => [dayLabel(day.day), day.started, day.ended])}
      />
    </>
  )
}
