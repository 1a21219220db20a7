import { formatDayRange } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SelectField } from '../../../components/select-field.tsx'
import type { CartItem } from '../../../lib/cart.ts'
import { deliveryDatesQuery, setArriveBy } from '../../../lib/delivery-dates.ts'

interface ArriveByProps {
  /** Its place in the cart. */
  index: number
  item: CartItem
}

const soon = 'As soon as possible'
const dayText = (day: string) => formatDayRange({ from: day, to: day })

/** Says when an item is to arrive, and opens the choice: only then the possible dates are loaded. */
export function ArriveBy({ index, item }: ArriveByProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <DateSelect index={index} item={item} />
  return (
    <button
      type="button"
      aria-description={`When ${item.prankName} for ${item.contactName} arrives`}
      onClick={() => setOpen(true)}
      className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full px-2 text-left font-extrabold text-grape hover:bg-grape-pale"
    >
      <CalendarDays className="size-5 shrink-0" strokeWidth={2.5} aria-hidden="true" />
      {item.arriveBy ? `Arrives by ${dayText(item.arriveBy)}` : soon}
    </button>
  )
}

function DateSelect({ index, item }: ArriveByProps) {
  const { data, isError, isPending } = useQuery(deliveryDatesQuery(item.contactZipCode))
  const select = useRef<HTMLSelectElement>(null)
  // The button that had the focus is replaced by the list.
  useEffect(() => select.current?.focus(), [])
  const { arriveBy = '' } = item
  const days = data ?? (arriveBy ? [arriveBy] : [])
  return (
    <SelectField
      ref={select}
      className="mt-1 w-full max-w-64 px-2"
      label={`Arrives by${isPending ? ' (loading dates...)' : ''}`}
      aria-description={`${item.prankName} for ${item.contactName}`}
      error={isError ? 'The dates could not be loaded. Please try again later.' : undefined}
      value={arriveBy}
      onChange={({ target }) => setArriveBy(index, target.value || null)}
    >
      <option value="">{soon}</option>
      {days.map((day) => (
        <option key={day} value={day}>
          {dayText(day)}
        </option>
      ))}
    </SelectField>
  )
}
