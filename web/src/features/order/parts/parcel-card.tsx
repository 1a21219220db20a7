import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { dollars, formatDate, priceCents } from '@prankpost/web-kit'
import { Pencil, Repeat } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import { ParcelBadge } from '../../../components/order-badge.tsx'
import { ParcelTracking } from '../../../components/parcel-tracking.tsx'
import { PrankPicture, prankColour } from '../../../components/picture.tsx'
import { usePrankPicture } from '../../../lib/pranks.ts'
import type { OrderItem } from '../api.ts'
import { useSendAgain } from '../use-send-again.ts'

const loadAddressDialog = () => import('./address-dialog.tsx')

/** On a phone the buttons share a line. */
const narrow = 'max-sm:flex-1 max-sm:whitespace-nowrap max-sm:px-3'

/** One parcel: the prank, the target, where it is, and what can be done with it. */
export function ParcelCard({ order, item }: { order: CustomerOrder; item: OrderItem }) {
  const id = useId()
  const sending = useSendAgain(order)
  const picture = usePrankPicture(item.prankId)
  const [isEditing, setEditing] = useState(false)
  const AddressDialog = useOnDemand(loadAddressDialog, isEditing, setEditing)
  const canEdit = order.can.edit && item.status !== 'cancelled'
  return (
    <li className="panel grid gap-4 p-4 sm:grid-cols-[auto_1fr] sm:p-5">
      <div
        className={`rays grid h-28 place-items-center rounded-2xl border-2 border-ink sm:size-32 ${prankColour(item.prankImage)}`}
      >
        <PrankPicture image={item.prankImage} picture={picture} size={88} />
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 id={id} className="text-2xl [overflow-wrap:anywhere]">
            {item.prankName}
          </h3>
          <ParcelBadge status={item.status} review={item.review?.state} />
        </div>
        <p className="font-extrabold text-ink-soft tabular-nums">
          {item.quantity > 1 && `${item.quantity} × `}
          {dollars(priceCents(item.price))}
        </p>
        {item.review && <Review review={item.review} />}
        <div className="mt-3 flex flex-wrap items-start gap-x-10 gap-y-3">
          <Recipient item={item} />
          <ParcelTracking parcel={item} />
        </div>
        {!item.addressForgottenAt && (
          <div className="mt-4 flex flex-wrap gap-3 border-ink/15 border-t-2 border-dashed pt-4">
            {canEdit && (
              <Button
                className={narrow}
                aria-describedby={id}
                onClick={() => setEditing(true)}
                {...preloadOn(loadAddressDialog)}
              >
                <Pencil className="size-4.5" strokeWidth={2.5} aria-hidden="true" />
                Edit address
              </Button>
            )}
            <Button
              className={narrow}
              aria-describedby={id}
              busy={sending.isPending}
              onClick={() => sending.mutate(item)}
            >
              <Repeat className="size-4.5" strokeWidth={2.5} aria-hidden="true" />
              Send again
            </Button>
          </div>
        )}
      </div>
      {AddressDialog && (
        <AddressDialog open={isEditing} onOpenChange={setEditing} order={order} item={item} />
      )}
    </li>
  )
}

/** What a review means for the customer: never what was found. */
function Review({ review: { state, reason, refunded } }: { review: NonNullable<OrderItem['review']> }) {
  const text =
    state === 'pending'
      ? 'A person reads it before we pack it, usually within a day. You do not have to do anything.'
      : ['We do not send this parcel.', reason, refunded && `$${refunded} goes back to your card.`]
          .filter(Boolean)
          .join(' ')
  return <p className="mt-2 font-bold [overflow-wrap:anywhere]">{text}</p>
}

/** The placeholder in orders of another shop that have no address; it is not shown. */
const noDetails = 'Details not available'

function Recipient({ item }: { item: OrderItem }) {
  const { contactName, contactAddress, contactAddress2, contactCity, contactState, contactZipCode } = item
  if (item.addressForgottenAt)
    return <p className="text-ink-soft">Address forgotten on {formatDate(item.addressForgottenAt)}</p>
  return (
    <address className="min-w-40 not-italic leading-snug [overflow-wrap:anywhere]">
      <strong className="font-extrabold">{contactName}</strong>
      {contactAddress !== noDetails && (
        <>
          <span className="block">{contactAddress}</span>
          {contactAddress2 && <span className="block">{contactAddress2}</span>}
          <span className="block">
            {contactCity}, {contactState} {contactZipCode}
          </span>
        </>
      )}
    </address>
  )
}
