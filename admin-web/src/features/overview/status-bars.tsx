import type { OrderStats } from '@prankpost/contracts/order'
import { Link } from 'react-router-dom'
import { Nothing } from './box.tsx'
import { count } from './figures.ts'
import { tabLink } from './links.ts'
import { orderStatusBars } from './order-statuses.ts'

/** All orders by status; each bar has its number and a link to its list. */
export function StatusBars({ ordersByStatus }: Pick<OrderStats, 'ordersByStatus'>) {
  const numbers = orderStatusBars.map(([status]) => ordersByStatus[status] ?? 0)
  const most = Math.max(...numbers)
  if (most === 0) return <Nothing>No orders yet</Nothing>
  return (
    <ul className="status-bars">
      {orderStatusBars.map(([status, label, fill], i) => (
        <li key={status}>
          <Link to={tabLink('orders', { status })}>{label}</Link>
          <span className="status-bar" aria-hidden>
            <span style={{ width: `${((numbers[i] ?? 0) / most) * 100}%`, background: fill }} />
          </span>
          <span className="status-number">{count(numbers[i] ?? 0)}</span>
        </li>
      ))}
    </ul>
  )
}
