import { dollars, priceCents } from '@prankpost/web-kit'
import { Trash2 } from 'lucide-react'
import { Avatar, PrankPicture, prankColour } from '../../../components/picture.tsx'
import { type CartItem, unitCents } from '../../../lib/cart.ts'

interface CartItemCardProps {
  item: CartItem
  discounted: boolean
  onRemove: () => void
}

/** One item of the cart: prank, target and price. */
export function CartItemCard({ item, discounted, onRemove }: CartItemCardProps) {
  const { quantity } = item
  return (
    <li className="panel flex flex-wrap items-center gap-4 p-4 sm:flex-nowrap">
      <div
        className={`rays grid size-24 shrink-0 place-items-center rounded-2xl border-2 border-ink ${prankColour(item.prankImageUrl)}`}
      >
        <PrankPicture image={item.prankImageUrl} size={72} />
      </div>
      <div className="min-w-0 flex-1">
        <h2 className="text-2xl">{item.prankName}</h2>
        <div className="mt-1.5 flex items-center gap-2">
          <Avatar id={item.contactProfilePicture} size={32} className="shrink-0" />
          <p className="min-w-0 break-words leading-snug">
            <span className="font-extrabold">{item.contactName}</span>
            <span className="block text-ink-soft text-sm">
              {item.contactAddress}, {item.contactCity}, {item.contactState} {item.contactZipCode}
            </span>
          </p>
        </div>
      </div>
      <div className="flex w-full items-center justify-between gap-3 border-ink/15 border-t-2 border-dashed pt-3 sm:w-auto sm:flex-col sm:items-end sm:border-0 sm:pt-0">
        <p className="font-display text-2xl tabular-nums">
          {quantity > 1 && <span className="text-ink-soft text-lg">{quantity} × </span>}
          {discounted && (
            <s className="mr-2 text-ink-soft text-lg">
              <span className="sr-only">List price </span>
              {dollars(priceCents(item.price))}
            </s>
          )}
          {dollars(unitCents(item, discounted))}
        </p>
        <button
          type="button"
          aria-label={`Remove ${item.prankName} for ${item.contactName}`}
          onClick={onRemove}
          className="inline-flex min-h-10 items-center gap-1.5 rounded-full px-2 font-extrabold text-tomato hover:bg-[#ffe9ec]"
        >
          <Trash2 className="size-4.5" strokeWidth={2.5} aria-hidden="true" />
          Remove
        </button>
      </div>
    </li>
  )
}
