import type { CustomerOrder, TimelineKind } from '@prankpost/contracts/customer-order'
import { formatDateTime } from '@prankpost/web-kit'
import {
  Ban,
  Check,
  CreditCard,
  Gift,
  type LucideIcon,
  Package,
  Pencil,
  ShoppingBag,
  TriangleAlert,
  Truck,
  Undo2,
} from 'lucide-react'

interface Look {
  label: string
  Icon: LucideIcon
  colour: string
}

const looks: Record<TimelineKind, Look> = {
  placed: { label: 'Order placed', Icon: ShoppingBag, colour: 'bg-card' },
  paid: { label: 'Paid', Icon: CreditCard, colour: 'bg-mint' },
  'address-changed': { label: 'Address corrected', Icon: Pencil, colour: 'bg-card' },
  packed: { label: 'Packed', Icon: Package, colour: 'bg-kraft' },
  shipped: { label: 'Shipped', Icon: Truck, colour: 'bg-sky' },
  'sent-again': { label: 'Sent again', Icon: Package, colour: 'bg-card' },
  refused: { label: 'Not sent', Icon: Ban, colour: 'bg-[#ffe0e4]' },
  delivered: { label: 'Delivered', Icon: Gift, colour: 'bg-mint' },
  'refund-requested': { label: 'Refund requested', Icon: Undo2, colour: 'bg-grape-pale' },
  refunded: { label: 'Refunded', Icon: Undo2, colour: 'bg-mint' },
  'refund-failed': { label: 'Refund failed', Icon: TriangleAlert, colour: 'bg-[#ffe0e4]' },
  cancelled: { label: 'Cancelled', Icon: Ban, colour: 'bg-[#ffe0e4]' },
  'payment-failed': { label: 'Payment failed', Icon: TriangleAlert, colour: 'bg-[#ffe0e4]' },
  'dispute-opened': { label: 'Payment disputed', Icon: TriangleAlert, colour: 'bg-[#ffe0e4]' },
  'dispute-closed': { label: 'Dispute closed', Icon: Check, colour: 'bg-card' },
}

/** What happened to an order, oldest first. */
export function Timeline({ entries }: { entries: CustomerOrder['timeline'] }) {
  // Entries are only ever added, and two may have the same time.
  const keys = entries.map(({ what }, index) => `${index}-${what}`)
  return (
    <ol className="panel p-5">
      {entries.map((entry, index) => (
        <Entry key={keys[index]} entry={entry} isLast={index === entries.length - 1} />
      ))}
    </ol>
  )
}

function Entry({ entry, isLast }: { entry: CustomerOrder['timeline'][number]; isLast: boolean }) {
  const { what, at, detail } = entry
  // Kinds of a newer server are shown as they are.
  const { label, Icon, colour } = looks[what] ?? { label: what, Icon: Check, colour: 'bg-card' }
  return (
    <li className={`relative flex gap-4 ${isLast ? '' : 'pb-5'}`}>
      {!isLast && (
        <span
          aria-hidden="true"
          className="absolute top-10 bottom-0 left-5 border-ink/30 border-l-[2.5px] border-dashed"
        />
      )}
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-full border-[2.5px] border-ink ${isLast ? 'shadow-hard-sm' : ''} ${colour}`}
      >
        <Icon className="size-5" strokeWidth={2.5} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className={`font-display text-xl leading-tight ${isLast ? '' : 'text-ink-soft'}`}>{label}</p>
        <p className="font-bold text-ink-soft text-sm">
          <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
        {detail && <p className="mt-0.5 [overflow-wrap:anywhere]">{detail}</p>}
      </div>
    </li>
  )
}
