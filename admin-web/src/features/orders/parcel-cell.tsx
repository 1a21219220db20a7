import { formatDate } from '@prankpost/web-kit'
import { Button } from 'antd'
import { Copyable } from '../../components/copyable.tsx'
import { TrackingLink } from '../../components/tracking-link.tsx'
import { isTrackable, type OrderItem } from './order-state.ts'

/** Whether there is something to show about the parcel. */
export const hasParcelData = ({
  reference,
  trackingNumber,
  deliveredAt,
  sentAgainAt,
  adminNotes,
}: OrderItem) => Boolean(reference || trackingNumber || deliveredAt || sentAgainAt || adminNotes)

/** What is known about the parcel of an item: reference, tracking, delivery and notes. */
export function ParcelCell({ item, onTrack }: { item: OrderItem; onTrack?: (item: OrderItem) => void }) {
  const { reference, deliveredAt, sentAgainAt, adminNotes, prank, contact } = item
  return (
    <td>
      {reference && (
        <p>
          <span className="hint">Ref </span>
          <Copyable text={reference} what="reference" />
        </p>
      )}
      <Tracking item={item} />
      {sentAgainAt && (
        <p>
          <span className="hint">Came back, sent again </span>
          <time dateTime={sentAgainAt}>{formatDate(sentAgainAt)}</time>
        </p>
      )}
      {deliveredAt && (
        <p>
          <span className="hint">Delivered </span>
          <time dateTime={deliveredAt}>{formatDate(deliveredAt)}</time>
        </p>
      )}
      {adminNotes && (
        <p className="long-text" title={adminNotes}>
          <span className="hint">Notes </span>
          {adminNotes}
        </p>
      )}
      {onTrack && isTrackable(item) && (
        <Button
          size="small"
          aria-label={`Tracking of ${prank.name} to ${contact.name}`}
          onClick={() => onTrack(item)}
        >
          Tracking
        </Button>
      )}
    </td>
  )
}

function Tracking({ item }: { item: OrderItem }) {
  const { carrier, trackingNumber } = item
  if (!trackingNumber) return null
  return (
    <p>
      <span className="hint">{carrier ?? 'Tracking'} </span>
      <Copyable text={trackingNumber} what="tracking number">
        <TrackingLink {...item} />
      </Copyable>
    </p>
  )
}
