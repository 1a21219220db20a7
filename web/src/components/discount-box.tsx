import { discountCode as validDiscountCode } from '@prankpost/contracts/constants'
import { Ticket } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { applyDiscount, removeDiscount } from '../lib/cart.ts'
import { toast, toastError } from '../lib/toasts.ts'
import { Button } from './button.tsx'

interface DiscountBoxProps {
  discounted: boolean
  /** A sentence that describes the effect of the discount here. */
  effect: string
}

/** The input for a discount code, or the applied code. */
export function DiscountBox({ discounted, effect }: DiscountBoxProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!code.trim()) return
    if (!applyDiscount(code)) return toastError('Invalid Code', 'The discount code you entered is not valid.')
    setCode('')
    toast({ title: 'Discount Applied!', description: effect })
  }
  const remove = () => {
    removeDiscount()
    toast({ title: 'Discount Removed' })
  }
  if (discounted) {
    return (
      <div className="flex items-center justify-between gap-2 rounded-xl border-2 border-ink border-dashed bg-mint px-3 py-2">
        <p className="flex items-center gap-2 font-extrabold">
          <Ticket className="size-5 shrink-0" aria-hidden="true" />
          {validDiscountCode}
        </p>
        <button
          type="button"
          aria-label="Remove discount"
          className="min-h-9 rounded-full px-2 font-extrabold underline decoration-2 underline-offset-4"
          onClick={remove}
        >
          Remove
        </button>
      </div>
    )
  }
  return (
    <form onSubmit={apply}>
      <label htmlFor={id} className="mb-1 block font-extrabold">
        Discount Code
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className="field min-w-0 uppercase"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={50}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" disabled={!code.trim()}>
          Apply
        </Button>
      </div>
    </form>
  )
}
