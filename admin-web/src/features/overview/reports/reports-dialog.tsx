import { type ReportPeriod, reportNames, reportPeriods } from '@prankpost/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Modal, Segmented } from 'antd'
import { useState } from 'react'
import { Waiting } from '../../../components/error-state.tsx'
import { ExportButton } from '../../../components/export-button.tsx'
import { firstOf, type ReportQuery, reportExport, reportQuery } from '../api.ts'
import { Funnel } from './funnel.tsx'
import { type ReportChoice, reportLabels, type TableReport } from './report-columns.ts'
import { ReportTable } from './report-table.tsx'
import './reports.css'

const periodLabels: Record<ReportPeriod, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  total: 'Total',
}
const choices = reportNames.filter((name): name is ReportChoice => name !== 'funnel-pranks')

/** The reports by day, week or month, as a table and as a file, and the funnel of the whole time. */
export default function ReportsDialog({ onClose }: { onClose: () => void }) {
  const [report, setReport] = useState<ReportChoice>('sales')
  const [range, setRange] = useState({ from: `${firstOf(1).slice(0, 8)}01`, to: firstOf(1) })
  const [by, setBy] = useState<ReportPeriod>('day')
  const query = { ...range, by }
  const setDay = (name: 'from' | 'to') => (event: { target: { value: string } }) =>
    event.target.value && setRange({ ...range, [name]: event.target.value })
  return (
    <Modal open width={1100} title="Reports" footer={null} onCancel={onClose}>
      <div className="report-choice">
        <Segmented
          aria-label="Report"
          value={report}
          options={choices.map((value) => ({ value, label: reportLabels[value] }))}
          onChange={setReport}
        />
        {report !== 'funnel' && (
          <Segmented
            aria-label="By"
            value={by}
            options={reportPeriods.map((value) => ({ value, label: periodLabels[value] }))}
            onChange={setBy}
          />
        )}
        <label>
          From <input type="date" required value={range.from} max={range.to} onChange={setDay('from')} />
        </label>
        <label>
          to <input type="date" required value={range.to} min={range.from} onChange={setDay('to')} />
        </label>
        {report !== 'funnel' && <ExportButton endpoint={reportExport} params={{ report }} query={query} />}
      </div>
      {report === 'funnel' ? <Funnel range={range} /> : <Rows report={report} query={query} />}
    </Modal>
  )
}

function Rows({ report, query }: { report: TableReport; query: ReportQuery }) {
  const read = useQuery(reportQuery(report, query))
  const { data, error, isFetching } = read
  return (
    <>
      <div className={isFetching ? 'report list-stale' : 'report'} aria-busy={isFetching}>
        {error || !data ? (
          <Waiting for={read} failed="The report could not be loaded." />
        ) : (
          <ReportTable report={data.report} by={data.by} rows={data.items} />
        )}
      </div>
      <p className="hint">
        Days are UTC. What was paid, and what went back of it, counts on the day of the payment.
      </p>
    </>
  )
}
