import type { ShipmentStats } from '@prankpost/contracts/fulfilment'
import { shortId } from '@prankpost/web-kit'
import { Link } from 'react-router-dom'
import { many } from '../../lib/many.ts'
import { tabLink } from '../../lib/url-params.ts'
import { Nothing } from './box.tsx'
import { duration, sumOf } from './figures.ts'
import { lateMs } from './overdue.ts'

type Overdue = ShipmentStats['overdue'][number]

/** The overdue shipments, longest overdue first. */
export function OverdueList({ stats, now }: { stats: ShipmentStats; now: number }) {
  const { overdue, parcelsOverdue } = stats
  if (parcelsOverdue === 0) return <Nothing>Nothing is overdue. Every promise is kept.</Nothing>
  const more = parcelsOverdue - sumOf(overdue, ({ parcelsDue }) => parcelsDue)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="overdue" aria-label="Overdue, oldest first" tabIndex={0}>
      <ol>
        {overdue.map((one) => (
          <li key={one.shipmentId}>
            <Where {...one} />
            <span className="hint">{many(one.parcelsDue, 'parcel')}</span>
            <span className="overdue-late">{duration(lateMs(one, now))} late</span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="hint">and {many(more, 'parcel')} more</p>}
    </section>
  )
}

function Where({ shipmentId, orderId, stripeSubscriptionId }: Overdue) {
  if (orderId) return <Link to={tabLink('orders', { q: orderId })}>Order {shortId(orderId)}</Link>
  if (stripeSubscriptionId) {
    return (
      <Link to={tabLink('plans', { status: 'all', q: stripeSubscriptionId })}>
        Plan {stripeSubscriptionId.slice(-8)}
      </Link>
    )
  }
  return <span>Shipment {shortId(shipmentId)}</span>
}
