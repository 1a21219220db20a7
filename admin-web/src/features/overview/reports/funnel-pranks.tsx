import { useState } from 'react'
import { count } from '../figures.ts'
import { type Column, FigureTable } from './figure-table.tsx'
import { type PrankRow, share } from './funnel-figures.ts'

const columns: [Column<PrankRow>, ...Column<PrankRow>[]] = [
  ['Prank', ({ name }) => name],
  ['Viewed', ({ viewed }) => count(viewed)],
  ['Picked', ({ picked }) => count(picked)],
  ['In the Arsenal', ({ added }) => count(added)],
  ['Checkout', ({ checkout }) => count(checkout)],
  ['Paid orders', ({ orders }) => count(orders)],
  ['Paid of viewed', ({ orders, viewed }) => share(orders, viewed)],
]

/** The number that a column is sorted by; the names have none. */
const values: Record<string, (row: PrankRow) => number> = {
  Viewed: ({ viewed }) => viewed,
  Picked: ({ picked }) => picked,
  'In the Arsenal': ({ added }) => added,
  Checkout: ({ checkout }) => checkout,
  'Paid orders': ({ orders }) => orders,
  'Paid of viewed': ({ orders, viewed }) => (viewed === 0 ? 0 : orders / viewed),
}

/** The funnel of each prank. A click on a heading sorts by it, and a second click the other way round. */
export function FunnelPranks({ rows }: { rows: PrankRow[] }) {
  const [{ heading, isUp }, setSort] = useState({ heading: 'Viewed', isUp: false })
  if (rows.length === 0) return <p className="hint">No prank was viewed or paid in this time.</p>
  const value = values[heading]
  const compare = (a: PrankRow, b: PrankRow) => (value ? value(a) - value(b) : a.name.localeCompare(b.name))
  return (
    <FigureTable
      name="Funnel by prank"
      columns={columns}
      rows={rows.toSorted((a, b) => compare(a, b) * (isUp ? 1 : -1))}
      keyOf={({ prankId }) => prankId}
      sort={{
        heading,
        isUp,
        // Names start with A, numbers with the largest.
        onSort: (name) => setSort({ heading: name, isUp: name === heading ? !isUp : name === 'Prank' }),
      }}
    />
  )
}
