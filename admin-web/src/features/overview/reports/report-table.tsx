import type { ReportPeriod } from '@prankpost/contracts/constants'
import type { ReportRows } from '@prankpost/contracts/report'
import { type Column, FigureTable } from './figure-table.tsx'
import { reportColumns, reportLabels, type TableReport } from './report-columns.ts'

type Row = ReportRows[TableReport]

interface ReportTableProps {
  report: TableReport
  by: ReportPeriod
  rows: Row[]
}

/** The rows of a report, latest first. */
export function ReportTable({ report, by, rows }: ReportTableProps) {
  if (rows.length === 0) return <p className="hint">Nothing in this time.</p>
  const period: Column<Row> = [
    by === 'day' ? 'Day' : 'From, to',
    ({ from, to }) => (from === to ? from : `${from} to ${to}`),
  ]
  return (
    <FigureTable
      name={by === 'total' ? `${reportLabels[report]} in total` : `${reportLabels[report]} by ${by}`}
      // The columns fit the rows, because both belong to the same report.
      columns={[period, ...(reportColumns[report] as Column<Row>[])]}
      rows={rows.toReversed()}
      keyOf={(row) => `${row.from} ${'prankId' in row ? row.prankId : 'code' in row ? row.code : ''}`}
    />
  )
}
