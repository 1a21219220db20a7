import type { OrderStats } from '@prankpost/contracts/order'
import { Link } from 'react-router-dom'
import { tabLink } from '../../lib/url-params.ts'
import { Nothing } from './box.tsx'
import { count } from './figures.ts'
import { openOrderBars } from './order-statuses.ts'

/** The open orders by status; each bar has its number and a link to its list. */
export function StatusBars({ openOrders }: OrderStats) {
  const numbers = openOrderBars.map(([status]) => openOrders[status] ?? 0)
  const most = Math.max(...numbers)
  if (most === 0) return <Nothing>No order is open</Nothing>
  return (
    <ul className="status-bars">
      {openOrderBars.map(([status, label, fill], i) => (
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
