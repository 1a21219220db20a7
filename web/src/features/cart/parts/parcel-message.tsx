import { maxCustomMessageLength } from '@prankpost/contracts/constants'
import { useSlot } from '@prankpost/web-kit/storage'
import { Textarea } from '../../../components/field.tsx'
import { parcelMessageSlot } from '../../../lib/cart.ts'

/** The optional note that is printed and put into the parcel; stored until the tab is closed. */
export function ParcelMessage() {
  const message = useSlot(parcelMessageSlot)
  return (
    <div className="panel p-5">
      <Textarea
        label="Message in the parcel (optional)"
        labelClassName="font-display text-xl"
        rows={3}
        maxLength={maxCustomMessageLength}
        length={message.length}
        value={message}
        onChange={({ target }) => parcelMessageSlot.set(target.value)}
        className="resize-y"
      />
    </div>
  )
}
