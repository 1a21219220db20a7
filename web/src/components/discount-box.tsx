import type { CheckedDiscount } from '@prankpost/contracts/discount'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { applyDiscount, removeDiscount } from '../lib/discount.ts'
import { checkCode, type DiscountScope, discountQuery, effectOf, isRefused } from '../lib/discount-check.ts'
import { textsTypedEarly } from '../lib/early-texts.ts'
import { toast, toastError } from '../lib/toasts.ts'
import { Button } from './button.tsx'

interface DiscountBoxProps {
  discount: CheckedDiscount | null
  scope: DiscountScope
}

/** The input for a discount code, or the applied code with what it does here. */
export function DiscountBox({ discount, scope }: DiscountBoxProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone. A customer who has moved on stays there.
  const keepFocus = () => {
    if (box.current?.contains(document.activeElement)) box.current.focus()
  }
  // Typed before the store had started.
  useEffect(() => setCode((now) => now || (textsTypedEarly().discountCode ?? '')), [])
  const check = useMutation({
    mutationFn: (entered: string) => checkCode(entered),
    onSuccess: (checked) => {
      // An earlier refusal of the same code would remove it again.
      queryClient.setQueryData(discountQuery(checked.code).queryKey, checked)
      keepFocus()
      applyDiscount(checked)
      setCode('')
      toast({ title: 'Discount Applied!', description: effectOf(checked, scope) })
    },
    onError: (error) =>
      isRefused(error)
        ? toastError('Invalid Code', error.message)
        : toastError('Code Not Checked', errorText(error, 'Please try again.')),
  })
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() && !check.isPending) check.mutate(code.trim())
  }
  const remove = () => {
    keepFocus()
    removeDiscount()
    toast({ title: 'Discount Removed' })
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {discount !== null ? (
        <div className="flex items-center justify-between gap-2 rounded-xl border-2 border-ink border-dashed bg-mint px-3 py-2">
          <div className="min-w-0">
            <p className="flex items-center gap-2 break-all font-extrabold">
              <Ticket className="size-5 shrink-0" aria-hidden="true" />
              {discount.code}
            </p>
            <p className="font-semibold text-sm">{effectOf(discount, scope)}</p>
          </div>
          <button
            type="button"
            aria-label="Remove discount"
            className="min-h-11 rounded-full px-2 font-extrabold underline decoration-2 underline-offset-4"
            onClick={remove}
          >
            Remove
          </button>
        </div>
      ) : (
        <form onSubmit={apply}>
          <label htmlFor={id} className="mb-1 block font-extrabold">
            Discount Code
          </label>
          <div className="flex gap-2">
            <input
              id={id}
              name="discountCode"
              className="field min-w-0 uppercase"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={50}
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
            <Button type="submit" disabled={!code.trim()} busy={check.isPending}>
              Apply
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
