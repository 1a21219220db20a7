import { shippingPromiseHours } from '@prankpost/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { many } from '../../lib/many.ts'
import { tabLink } from '../../lib/url-params.ts'
import { type DaySales, openOrders, parcelStats, planFigures, salesByDay } from './api.ts'
import { count, duration, money, sumOf } from './figures.ts'
import { lateMs } from './overdue.ts'
import { Tile } from './tile.tsx'

/** The current figures in one row, with links to their lists. */
export function Tiles({ days }: { days: number }) {
  const sales = useQuery(salesByDay(days))
  const orders = useQuery(openOrders)
  const plans = useQuery(planFigures(days))
  const parcels = useQuery(parcelStats)
  return (
    <ul className="tiles" aria-label="Figures">
      <Tile label="Revenue today" query={sales}>
        {(byDay) => revenueOf(byDay.slice(-1), 'UTC day')}
      </Tile>
      <Tile label="Last 30 days" query={sales}>
        {(byDay) => revenueOf(byDay.slice(-30))}
      </Tile>
      <Tile label="Orders to send" query={orders}>
        {({ paid = 0, processing = 0 }) => ({
          value: count(paid + processing),
          hint: (
            <>
              <Link to={tabLink('orders', { status: 'paid' })}>{count(paid)} paid</Link>
              {', '}
              <Link to={tabLink('orders', { status: 'processing' })}>{count(processing)} processing</Link>
            </>
          ),
        })}
      </Tile>
      <Tile label="Parcels due" query={parcels}>
        {({ parcelsDue, parcelsHeld }) => ({
          value: count(parcelsDue),
          hint:
            parcelsHeld > 0 ? (
              <Link to={tabLink('parcels', { status: 'held' })}>{count(parcelsHeld)} held</Link>
            ) : parcelsDue === 0 ? (
              'Everything is sent'
            ) : (
              'Paid, not sent yet'
            ),
        })}
      </Tile>
      <Tile label="Parcels overdue" query={parcels}>
        {({ parcelsOverdue, overdue: [oldest] }, readAt) => ({
          value: count(parcelsOverdue),
          tone: parcelsOverdue > 0 ? 'bad' : 'good',
          hint:
            parcelsOverdue > 0
              ? `Late${oldest ? ` by up to ${duration(lateMs(oldest, readAt))}` : ''}`
              : `All within ${shippingPromiseHours} h`,
        })}
      </Tile>
      <Tile label="Active plans" query={plans}>
        {({ active }) => ({
          value: count(active),
          hint: (
            <Link to={tabLink('plans', { status: 'active' })} aria-label="Show active plans">
              Show
            </Link>
          ),
        })}
      </Tile>
      <Tile label="Past due plans" query={plans}>
        {({ pastDue }) => ({
          value: count(pastDue),
          tone: pastDue > 0 ? 'warning' : 'good',
          hint:
            pastDue > 0 ? (
              <Link to={tabLink('plans', { status: 'past_due' })}>Payment failed</Link>
            ) : (
              'All are paid'
            ),
        })}
      </Tile>
      <Tile label="Monthly recurring" query={plans}>
        {({ recurringCents, active, pastDue }) => ({
          value: money(recurringCents),
          hint: `From ${many(active + pastDue, 'plan')}`,
        })}
      </Tile>
    </ul>
  )
}

function revenueOf(days: DaySales[], note?: string) {
  const orders = many(
    sumOf(days, ({ orders }) => orders),
    'order',
  )
  return {
    value: money(sumOf(days, ({ cents }) => cents)),
    hint: note ? `${orders}, ${note}` : orders,
  }
}
