import type { HistoryReaction, HistoryReveal } from '@prankpost/contracts/reveal'
import { dollars, formatDate, priceCents } from '@prankpost/web-kit'
import { ButtonLink } from '../../../components/button.tsx'
import { OrderBadge } from '../../../components/order-badge.tsx'
import { PrankPicture, prankColour } from '../../../components/picture.tsx'
import { orderPath } from '../../../lib/paths.ts'
import type { ShownEntry } from '../api.ts'

/** The placeholder in orders of another shop that have no address; it is not shown. */
const noDetails = 'Details not available'

/** One prank that was ordered. */
export function HistoryCard({ entry }: { entry: ShownEntry }) {
  return (
    <li className="panel flex flex-col gap-4 p-4 sm:flex-row sm:p-5">
      <div
        className={`rays grid h-28 shrink-0 place-items-center rounded-2xl border-2 border-ink sm:size-32 ${prankColour(entry.prankImageUrl)}`}
      >
        <PrankPicture image={entry.prankImageUrl} size={88} />
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="text-2xl">{entry.prankName}</h3>
          <OrderBadge status={entry.status} />
        </div>
        <p className="mt-1 break-words">
          {entry.addressForgottenAt ? (
            <span className="text-ink-soft">Address forgotten on {formatDate(entry.addressForgottenAt)}</span>
          ) : (
            <span className="font-extrabold">{entry.contactName}</span>
          )}
          {!entry.addressForgottenAt && entry.contactAddress !== noDetails && (
            <span className="text-ink-soft"> · {entry.contactAddress}</span>
          )}
        </p>
        <p className="mt-1 text-ink-soft">{entry.prankDescription}</p>
        <dl className="mt-3 flex flex-wrap gap-x-7 gap-y-2 border-ink/15 border-t-2 border-dashed pt-3">
          <Fact label="Order" value={entry.orderNumber} />
          <Fact label="Date" value={formatDate(entry.sentDate)} />
          {entry.quantity > 1 && <Fact label="Quantity" value={String(entry.quantity)} />}
          <Fact label="Price" value={dollars(priceCents(entry.price))} />
          {entry.estimatedDelivery && entry.status !== 'delivered' && (
            <Fact
              label={entry.arriveBy ? 'Arrives by' : 'Estimated Delivery'}
              value={formatDate(entry.estimatedDelivery)}
            />
          )}
          {entry.trackingNumber && <Fact label="Tracking Number" value={entry.trackingNumber} />}
          {entry.reveal && entry.reveal.mode !== 'never' && (
            <Fact label="Reveal" value={revealText(entry.reveal)} />
          )}
        </dl>
        {entry.reaction && <ReactionNote reaction={entry.reaction} />}
        <ButtonLink to={orderPath(entry.orderId)} className="mt-4">
          View order<span className="sr-only"> {entry.orderNumber}</span>
        </ButtonLink>
      </div>
    </li>
  )
}

/** What the recipient learns, and whether it did. */
function revealText({ mode, date, state }: HistoryReveal): string {
  if (state === 'revealed') return 'Your name was revealed'
  if (state === 'missed') return 'Not guessed'
  // A day without a time, as it was chosen.
  return mode === 'date' && date ? `On ${formatDate(`${date}T12:00:00Z`)}` : 'When guessed'
}

/** What the recipient answered. */
function ReactionNote({ reaction: { emoji, message, at } }: { reaction: HistoryReaction }) {
  return (
    <div className="mt-3 flex items-center gap-3 rounded-2xl border-2 border-ink bg-grape-pale px-4 py-3">
      <span className="text-3xl leading-none">{emoji}</span>
      <p className="min-w-0">
        <span className="block font-bold text-ink-soft text-sm">Reaction · {formatDate(at)}</span>
        {message && <span className="block whitespace-pre-wrap wrap-anywhere">{message}</span>}
      </p>
    </div>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="font-bold text-ink-soft text-sm">{label}</dt>
      <dd className="break-all font-extrabold">{value}</dd>
    </div>
  )
}
