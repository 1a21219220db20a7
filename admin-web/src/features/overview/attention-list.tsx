import type { OrderTasks } from '@prankpost/contracts/refund'
import { formatDate } from '@prankpost/web-kit'
import { Link } from 'react-router-dom'
import { many } from '../../lib/many.ts'
import { tabLink } from '../../lib/url-params.ts'
import { Nothing } from './box.tsx'

type Task = OrderTasks['items'][number]

const kinds: Record<Task['kind'], string> = { 'refund-failed': 'Refund failed', 'dispute-open': 'Dispute' }

/** What only the operator can solve: failed refunds and open disputes, oldest first. Each opens its order. */
export function AttentionList({ tasks: { items, total } }: { tasks: OrderTasks }) {
  if (total === 0) return <Nothing>Nothing needs attention.</Nothing>
  const more = total - items.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="attention" aria-label="Needs attention, oldest first" tabIndex={0}>
      <ol>
        {items.map(({ kind, orderId, orderNumber, amount, at, detail }) => (
          <li key={`${kind} ${orderId} ${at}`}>
            <span>
              <strong>{kinds[kind]}</strong>{' '}
              <Link to={tabLink('orders', { order: orderId })}>Order {orderNumber}</Link>
            </span>
            <span className="attention-amount">${amount}</span>
            <span className="hint attention-detail" title={detail ?? undefined}>
              <time dateTime={at}>{formatDate(at)}</time>
              {detail && `, ${detail.replaceAll('_', ' ')}`}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && <p className="hint">and {many(more, 'task')} more</p>}
    </section>
  )
}
