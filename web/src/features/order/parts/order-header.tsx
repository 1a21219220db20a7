import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import type { OrderStatus } from '@prankpost/contracts/order'
import { dollars, formatDate, priceCents } from '@prankpost/web-kit'
import { OrderBadge } from '../../../components/order-badge.tsx'
import { Fact } from '../../../components/panel.tsx'
import { Picture } from '../../../components/picture.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { ReceiptButton } from './receipt-button.tsx'

interface Scene {
  picture: string
  colour: string
  /** The sentence about a one-time order. */
  says: string
}

const scenes: Record<OrderStatus, Scene> = {
  pending: { picture: 'mailbox', colour: 'bg-paper-deep', says: 'We are waiting for your payment.' },
  paid: { picture: 'gift', colour: 'bg-sun', says: 'We are wrapping. It leaves within 24 hours.' },
  processing: { picture: 'disguise', colour: 'bg-sun', says: 'Wrapped up, and about to leave.' },
  shipped: { picture: 'rocket', colour: 'bg-sky', says: 'On its way. Act natural.' },
  delivered: { picture: 'party', colour: 'bg-mint', says: 'It has landed. Act surprised.' },
  payment_failed: { picture: 'ghost', colour: 'bg-paper-deep', says: 'The payment did not go through.' },
  cancelled: { picture: 'ghost', colour: 'bg-paper-deep', says: 'Called off. They never knew.' },
}

interface OrderHeaderProps {
  order: CustomerOrder
  onCancelled: (message: string) => void
}

/** The number, status and money of an order, and the actions for the whole order. */
export function OrderHeader({ order, onCancelled }: OrderHeaderProps) {
  const { number, status, createdAt, paidAt, total, refunded, discountCode, customMessage } = order
  const scene = scenes[status] ?? scenes.paid
  const hasRefund = Number(refunded) > 0
  return (
    <header className="panel overflow-hidden shadow-hard-lg">
      <div className="airmail border-ink border-b-[2.5px]" aria-hidden="true" />
      <div
        className={`rays flex items-center justify-between gap-4 border-ink border-b-[2.5px] px-5 py-6 sm:px-7 [--ray:0.3] ${scene.colour}`}
      >
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-x-4 gap-y-2 text-4xl sm:text-5xl">
            Order{' '}
            <span className="-rotate-2 rounded-xl border-[3px] border-pop-deep border-double bg-card px-3 py-1 text-2xl text-pop-deep tracking-widest sm:text-3xl">
              {number}
            </span>
          </h1>
          <p className="mt-3 font-extrabold text-lg sm:text-xl">{sentenceOf(order, scene)}</p>
        </div>
        <Picture
          name={`scene-${scene.picture}`}
          width={112}
          eager
          className="-mr-1 w-20 shrink-0 rotate-6 sm:w-28"
        />
      </div>
      <div className="grid gap-5 p-5 sm:px-7 sm:py-6">
        <dl className="flex flex-wrap gap-x-6 gap-y-3 text-sm tabular-nums sm:gap-x-9">
          <Fact label="Status">
            <OrderBadge status={status} />
          </Fact>
          <Fact label="Date">{formatDate(paidAt ?? createdAt)}</Fact>
          <Fact label="Total">{dollars(priceCents(total))}</Fact>
          {hasRefund && <Fact label="Refunded">{dollars(priceCents(refunded))}</Fact>}
          {discountCode && <Fact label="Discount">{discountCode}</Fact>}
        </dl>
        {customMessage && (
          <blockquote className="border-pop border-l-4 pl-4">
            <p className="font-bold text-ink-soft text-sm">Message in the parcel</p>
            <p className="whitespace-pre-line font-semibold [overflow-wrap:anywhere]">{customMessage}</p>
          </blockquote>
        )}
        {paidAt && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-ink/15 border-t-2 border-dashed pt-5">
            <ReceiptButton order={order} />
            <CancelOrder order={order} onCancelled={onCancelled} />
          </div>
        )}
      </div>
    </header>
  )
}

/** A plan's month consists of several parcels, each with its own state. What has a date does not leave at once. */
function sentenceOf({ type, status, items }: CustomerOrder, { says }: Scene): string {
  if (type === 'once' && status === 'paid' && items.some(({ arriveBy }) => arriveBy))
    return 'We are wrapping. It leaves in time for the date you chose.'
  if (type === 'once' || status === 'cancelled' || status === 'payment_failed') return says
  return items.length === 0 ? 'Your pranks of this month are being prepared.' : 'Your pranks of this month.'
}
