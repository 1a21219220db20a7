import type { AdminOrder } from '@prankpost/contracts/order'
import { Time } from '../../../components/time.tsx'

/** Who cancelled the order, when and why. */
export function Cancellation({ cancellation }: Pick<AdminOrder, 'cancellation'>) {
  if (cancellation === null) return null
  const { by, reason, at } = cancellation
  return (
    <section aria-label="Cancellation">
      <h3>Cancellation</h3>
      {reason && <blockquote className="order-note">{reason}</blockquote>}
      <p className="hint">
        <Time at={at} /> by {by}
      </p>
    </section>
  )
}
