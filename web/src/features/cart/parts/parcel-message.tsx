import { maxCustomMessageLength } from '@prankpost/contracts/constants'
import { useSlot } from '@prankpost/web-kit/storage'
import { useId } from 'react'
import { parcelMessageSlot } from '../../../lib/cart.ts'

/** The optional note that is printed and put into the parcel; stored until the tab is closed. */
export function ParcelMessage() {
  const id = useId()
  const message = useSlot(parcelMessageSlot)
  return (
    <div className="panel p-5">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-display text-xl">
          Message in the parcel (optional)
        </label>
        <span id={`${id}-count`} className="font-bold text-ink-soft text-sm tabular-nums">
          {message.length}/{maxCustomMessageLength}
        </span>
      </div>
      <textarea
        id={id}
        rows={3}
        maxLength={maxCustomMessageLength}
        aria-describedby={`${id}-count`}
        value={message}
        onChange={({ target }) => parcelMessageSlot.set(target.value)}
        className="field resize-y"
      />
    </div>
  )
}
