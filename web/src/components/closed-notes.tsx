import { type Closure, closedMessage, reopeningOf } from '@prankpost/contracts/closure'
import { useClosure, useShopNews } from '../lib/shop.ts'
import { Button } from './button.tsx'

/** Announces on each screen that the shop is closed. */
export function ClosedBanner() {
  useShopNews()
  const closure = useClosure()
  return (
    <div role="status">
      {closure && (
        <p className="border-ink border-b-[2.5px] bg-tomato px-4 py-3 text-center font-extrabold text-white">
          {closedMessage(closure)}
        </p>
      )}
    </div>
  )
}

/** Stands in the place of a button that begins a payment. */
export function ClosedButton({ closure }: { closure: Closure }) {
  return (
    <Button variant="loud" wide className="text-base" disabled>
      Closed until {reopeningOf(closure.closedUntil)}
    </Button>
  )
}
