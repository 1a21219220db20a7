import { formatDate, formatDayRange } from '@prankpost/web-kit'
import { ExternalLink } from 'lucide-react'
import type { Tracking } from '../lib/tracking.ts'

/** When a parcel is expected or was delivered, and its number with the carrier's page. */
export function ParcelTracking({ parcel }: { parcel: Tracking }) {
  const { trackingNumber, shippedAt, deliveredAt, estimatedDelivery, arriveBy } = parcel
  return (
    <div className="grid gap-1.5">
      {deliveredAt ? (
        <p className="font-extrabold">Delivered {formatDate(deliveredAt)}</p>
      ) : (
        estimatedDelivery && (
          <p className="font-extrabold">
            {arriveBy
              ? `Arrives by ${formatDayRange({ from: arriveBy, to: arriveBy })}`
              : `Expected ${formatDayRange(estimatedDelivery)}`}
          </p>
        )
      )}
      {shippedAt && !deliveredAt && <p className="text-ink-soft">Shipped {formatDate(shippedAt)}</p>}
      {trackingNumber && <TrackingNumber parcel={parcel} number={trackingNumber} />}
    </div>
  )
}

function TrackingNumber({ parcel, number }: { parcel: Tracking; number: string }) {
  const { carrier, trackingUrl } = parcel
  return (
    <div>
      {trackingUrl?.startsWith('https://') && (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep"
        >
          {carrier ? `Track with ${carrier}` : 'Track the parcel'}
          <ExternalLink className="size-4.5 shrink-0" strokeWidth={3} aria-hidden="true" />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <p className="break-all text-ink-soft text-sm">
        <span className="sr-only">Tracking number </span>
        {trackingUrl ? number : [carrier, number].filter(Boolean).join(' ')}
      </p>
    </div>
  )
}
