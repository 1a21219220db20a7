import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { many } from '../../lib/many.ts'
import { openOrders, orderTasks, parcelStats, planFigures, salesByDay } from './api.ts'
import { AttentionList } from './attention-list.tsx'
import { Box } from './box.tsx'
import { count, money, sumOf } from './figures.ts'
import { OverdueList } from './overdue-list.tsx'
import { RangeSwitch, useDays } from './range.tsx'
import { ReportsButton } from './reports-button.tsx'
import { StatusBars } from './status-bars.tsx'
import { Tiles } from './tiles.tsx'
import './overview.css'

const RevenueChart = lazy(() => import('./charts/revenue-chart.tsx'))
const PlansChart = lazy(() => import('./charts/plans-chart.tsx'))

/** The figures above the tabs: first what needs an action, then revenue, plans and open orders. */
export default function Overview() {
  const days = useDays()
  const sales = useQuery(salesByDay(days))
  const orders = useQuery(openOrders)
  const plans = useQuery(planFigures(days))
  const parcels = useQuery(parcelStats)
  const tasks = useQuery(orderTasks)
  return (
    <div className="overview">
      <Tiles days={days} />
      <Box
        title="Needs attention"
        isList
        query={tasks}
        isAlarming={({ total }) => total > 0}
        summary={({ total }) => (total > 0 ? many(total, 'task') : null)}
      >
        {(list) => <AttentionList tasks={list} />}
      </Box>
      <Box
        title="Overdue"
        isList
        query={parcels}
        summary={({ parcelsOverdue }) => many(parcelsOverdue, 'parcel')}
      >
        {(stats, readAt) => <OverdueList stats={stats} now={readAt} />}
      </Box>
      <Box
        title="Revenue by day"
        query={sales}
        summary={(byDay) => (
          <span title="After refunds">{money(sumOf(byDay.slice(-days), ({ cents }) => cents))}</span>
        )}
        extra={
          <>
            <RangeSwitch days={days} /> <ReportsButton />
          </>
        }
      >
        {(byDay) => <RevenueChart days={byDay.slice(-days)} />}
      </Box>
      <Box
        title="Plans"
        query={plans}
        summary={({ byDay }) => (
          <>
            <span className="started">▲</span> {count(sumOf(byDay, ({ started }) => started))} started{' '}
            <span className="ended">▼</span> {count(sumOf(byDay, ({ ended }) => ended))} ended
          </>
        )}
      >
        {({ byDay }) => <PlansChart byDay={byDay} />}
      </Box>
      <Box
        title="Open orders"
        query={orders}
        summary={(open) =>
          many(
            sumOf(Object.values(open), (n) => n),
            'order',
          )
        }
      >
        {(open) => <StatusBars openOrders={open} />}
      </Box>
    </div>
  )
}
