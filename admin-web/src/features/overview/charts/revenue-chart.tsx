import { many } from '../../../lib/many.ts'
import type { DaySales } from '../api.ts'
import { Nothing } from '../box.tsx'
import { dayLabel, money, shortMoney, sumOf } from '../figures.ts'
import { DataTable } from './data-table.tsx'
import { DayChart } from './day-chart.tsx'

/** Revenue by day; refunds are subtracted. */
export default function RevenueChart({ days }: { days: DaySales[] }) {
  const best = days.reduce((a, b) => (b.cents > a.cents ? b : a), { day: '', cents: 0, orders: 0 })
  if (days.every(({ cents }) => cents === 0)) return <Nothing>No revenue in these {days.length} days</Nothing>
  const total = money(sumOf(days, ({ cents }) => cents))
  const label = `Revenue of ${days.length} days: ${total}, most on ${dayLabel(best.day)} with ${money(best.cents)}. Refunds are subtracted.`
  return (
    <>
      <DayChart
        label={label}
        days={days}
        series={[{ key: 'cents', fill: '#5a2be0' }]}
        formatAxis={shortMoney}
        tip={({ cents, orders }) => (
          <>
            <span>{money(cents)}</span>
            <span>{many(orders, 'order')}</span>
          </>
        )}
      />
      <DataTable
        caption={label}
        heads={['Day', 'Revenue', 'Orders']}
        rows={days.map(({ day, cents, orders }) => [dayLabel(day), money(cents), orders])}
      />
    </>
  )
}
