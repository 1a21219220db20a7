import type { AdminOrder } from '@prankpost/contracts/order'
import { formatDateTime } from '@prankpost/web-kit'

/** Who cancelled the order, when and why. */
export function Cancellation({ cancellation }: Pick<AdminOrder, 'cancellation'>) {
  if (cancellation === null) return null
  const { by, reason, at } = cancellation
  return (
    <section aria-label="Cancellation">
      <h3>Cancellation</h3>
      {reason && <blockquote className="order-note">{reason}</blockquote>}
      <p className="hint">
        <time dateTime={at}>{formatDateTime(at)}</time> by {by}
      </p>
    </section>
  )
}
