import { useState } from 'react'
import { count } from '../figures.ts'
import { type PrankRow, share } from './funnel-figures.ts'

/** A column: its heading, the value to sort by, and the text. */
type Column = [heading: string, value: (row: PrankRow) => number | string, text?: (row: PrankRow) => string]

const rateOf = ({ orders, viewed }: PrankRow) => (viewed === 0 ? 0 : orders / viewed)
const columns: Column[] = [
  ['Prank', ({ name }) => name, ({ name }) => name],
  ['Viewed', ({ viewed }) => viewed],
  ['Picked', ({ picked }) => picked],
  ['In the Arsenal', ({ added }) => added],
  ['Checkout', ({ checkout }) => checkout],
  ['Paid orders', ({ orders }) => orders],
  ['Paid of viewed', rateOf, ({ orders, viewed }) => share(orders, viewed)],
]

/** The funnel of each prank. A click on a heading sorts by it, and a second click the other way round. */
export function FunnelPranks({ rows }: { rows: PrankRow[] }) {
  const [{ heading, isUp }, setSort] = useState({ heading: 'Viewed', isUp: false })
  if (rows.length === 0) return <p className="hint">No prank was viewed or paid in this time.</p>
  const value = columns.find(([name]) => name === heading)?.[1] ?? (({ name }) => name)
  const sorted = rows.toSorted((a, b) => compare(value(a), value(b)) * (isUp ? 1 : -1))
  // Names start with A, numbers with the largest.
  const sortBy = (name: string) =>
    setSort({ heading: name, isUp: name === heading ? !isUp : name === 'Prank' })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="report-rows" aria-label="Funnel by prank" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([name]) => (
              <th
                key={name}
                scope="col"
                aria-sort={name !== heading ? 'none' : isUp ? 'ascending' : 'descending'}
              >
                <button type="button" onClick={() => sortBy(name)}>
                  {name}
                  <span aria-hidden="true">{name !== heading ? '' : isUp ? ' ▲' : ' ▼'}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.prankId}>
              <th scope="row">{row.name}</th>
              {columns.slice(1).map(([name, number, text]) => (
                <td key={name}>{text ? text(row) : count(Number(number(row)))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const compare = (a: number | string, b: number | string) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
