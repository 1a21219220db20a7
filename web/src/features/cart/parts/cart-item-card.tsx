import { maxItemQuantity } from '@prankpost/contracts/constants'
import type { Prank } from '@prankpost/contracts/prank'
import { dollars, priceCents } from '@prankpost/web-kit'
import { Trash2 } from 'lucide-react'
import { Avatar, PrankPicture, prankColour } from '../../../components/picture.tsx'
import { Stepper } from '../../../components/stepper.tsx'
import type { CartItem } from '../../../lib/cart.ts'
import { setQuantity } from '../../../lib/cart-changes.ts'
import { ArriveBy } from './arrive-by.tsx'
import { MoreTargets } from './more-targets.tsx'
import { RevealButton } from './reveal-button.tsx'

interface CartItemCardProps {
  /** Its place in the cart. */
  index: number
  item: CartItem
  /** The uploaded picture of the prank. */
  picture: Prank['picture'] | undefined
  isSoldOut: boolean
  /** The price of one parcel, with the discount. */
  unitCents: number
  onRemove: () => void
}

/** One item of the cart: prank, target, quantity and price. */
export function CartItemCard({ index, item, picture, isSoldOut, unitCents, onRemove }: CartItemCardProps) {
  const { quantity } = item
  return (
    <li className="panel p-4">
      <div className="flex items-center gap-4">
        <div
          className={`rays grid size-24 shrink-0 place-items-center rounded-2xl border-2 border-ink ${prankColour(item.prankImageUrl)}`}
        >
          <PrankPicture image={item.prankImageUrl} picture={picture} size={72} />
        </div>
        <div className="min-w-0 flex-1">
          <h2 className="text-2xl">{item.prankName}</h2>
          {isSoldOut && <p className="font-extrabold text-tomato">Sold out</p>}
          <div className="mt-1.5 flex items-center gap-2">
            <Avatar id={item.contactProfilePicture} size={32} className="shrink-0" />
            <p className="wrap-anywhere min-w-0 leading-snug">
              <span className="font-extrabold">{item.contactName}</span>
              <span className="block text-ink-soft text-sm">{addressOf(item)}</span>
            </p>
          </div>
        </div>
      </div>
      <div className="mt-2 -ml-2 flex flex-wrap items-start gap-x-3">
        <ArriveBy index={index} item={item} />
        <RevealButton index={index} item={item} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-ink/15 border-t-2 border-dashed pt-3">
        <Stepper
          size="small"
          label={`Quantity of ${item.prankName} for ${item.contactName}`}
          value={quantity}
          min={1}
          max={maxItemQuantity}
          onChange={(next) => setQuantity(index, next)}
        />
        <Price item={item} unitCents={unitCents} />
        <div className="-mx-2 flex items-center gap-x-2 max-sm:w-[calc(100%+1rem)] max-sm:justify-between sm:ml-auto">
          <MoreTargets index={index} item={item} />
          <button
            type="button"
            aria-label={`Remove ${item.prankName} for ${item.contactName}`}
            // The second click of a double click hits the next item, which has moved up.
            onClick={({ detail }) => detail < 2 && onRemove()}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 font-extrabold text-tomato hover:bg-[#ffe9ec]"
          >
            <Trash2 className="size-4.5" strokeWidth={2.5} aria-hidden="true" />
            Remove
          </button>
        </div>
      </div>
    </li>
  )
}

function addressOf(item: CartItem): string {
  const { contactAddress, contactAddress2, contactCity, contactState, contactZipCode } = item
  const street = [contactAddress, contactAddress2].filter(Boolean).join(', ')
  return `${street}, ${contactCity}, ${contactState} ${contactZipCode}`
}

/** The price of one parcel, and how many there are. */
function Price({ item, unitCents }: { item: CartItem; unitCents: number }) {
  const listCents = priceCents(item.price)
  return (
    <p className="min-w-28 text-right font-display text-2xl tabular-nums sm:order-last">
      {item.quantity > 1 && <span className="text-ink-soft text-lg">{item.quantity} × </span>}
      {unitCents !== listCents && (
        <s className="mr-2 text-ink-soft text-lg">
          <span className="sr-only">List price </span>
          {dollars(listCents)}
        </s>
      )}
      {dollars(unitCents)}
    </p>
  )
}
