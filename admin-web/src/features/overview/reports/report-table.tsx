import type { ReportPeriod } from '@prankpost/contracts/constants'
import type { ReportRows } from '@prankpost/contracts/report'
import { reportColumns, reportLabels, type TableReport } from './report-columns.ts'

interface ReportTableProps {
  report: TableReport
  by: ReportPeriod
  rows: ReportRows[TableReport][]
}

/** The rows of a report, latest first. */
export function ReportTable({ report, by, rows }: ReportTableProps) {
  // The columns fit the rows, because both belong to the same report.
  const columns = reportColumns[report] as [string, (row: ReportRows[TableReport]) => string][]
  const name = by === 'total' ? `${reportLabels[report]} in total` : `${reportLabels[report]} by ${by}`
  if (rows.length === 0) return <p className="hint">Nothing in this time.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="report-rows" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{by === 'day' ? 'Day' : 'From, to'}</th>
            {columns.map(([heading]) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{row.from === row.to ? row.from : `${row.from} to ${row.to}`}</th>
              {columns.map(([heading, cell]) => (
                <td key={heading}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const keyOf = (row: ReportRows[TableReport]) =>
  `${row.from} ${'prankId' in row ? row.prankId : 'code' in row ? row.code : ''}`
