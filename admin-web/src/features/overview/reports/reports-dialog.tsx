import { DownloadOutlined } from '@ant-design/icons'
import {
  type ReportName,
  type ReportPeriod,
  reportNames,
  reportPeriods,
} from '@prankpost/contracts/constants'
import { errorText } from '@prankpost/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { ErrorState } from '../../../components/error-state.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import { adminFile } from '../../../lib/admin-call.ts'
import { useNotify } from '../../../lib/notify.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { firstOf, readReport } from '../api.ts'
import { reportLabels } from './report-columns.ts'
import { ReportTable } from './report-table.tsx'
import './reports.css'

const periodLabels: Record<ReportPeriod, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** The reports by day, week or month, as a table and as a file. */
export default function ReportsDialog({ onClose }: { onClose: () => void }) {
  const [report, setReport] = useState<ReportName>('sales')
  const [range, setRange] = useState({ from: `${firstOf(1).slice(0, 8)}01`, to: firstOf(1) })
  const [by, setBy] = useState<ReportPeriod>('day')
  const query = { ...range, by }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['overview', 'report', report, query],
    queryFn: ({ signal }) => readReport(report, query, signal),
    placeholderData: keepPreviousData,
  })
  const setDay = (name: 'from' | 'to') => (event: { target: { value: string } }) =>
    event.target.value && setRange({ ...range, [name]: event.target.value })
  return (
    <Modal open width={1100} title="Reports" footer={null} onCancel={onClose}>
      <div className="report-choice">
        <Segmented
          aria-label="Report"
          value={report}
          options={reportNames.map((value) => ({ value, label: reportLabels[value] }))}
          onChange={setReport}
        />
        <Segmented
          aria-label="By"
          value={by}
          options={reportPeriods.map((value) => ({ value, label: periodLabels[value] }))}
          onChange={setBy}
        />
        <label>
          From <input type="date" required value={range.from} max={range.to} onChange={setDay('from')} />
        </label>
        <label>
          to <input type="date" required value={range.to} min={range.from} onChange={setDay('to')} />
        </label>
        <Export report={report} query={query} />
      </div>
      <div className={isFetching ? 'report list-stale' : 'report'} aria-busy={isFetching}>
        {error ? (
          <ErrorState
            error={error}
            failed="The report could not be loaded."
            onRetry={refetch}
            busy={isFetching}
          />
        ) : data ? (
          <ReportTable report={data.report} by={data.by} rows={data.items} />
        ) : (
          <Spinner />
        )}
      </div>
      <p className="hint">
        Days are UTC. What was paid, and what went back of it, counts on the day of the payment.
      </p>
    </Modal>
  )
}

interface ExportProps {
  report: ReportName
  query: { from: string; to: string; by: ReportPeriod }
}

function Export({ report, query }: ExportProps) {
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const { blob, fileName } = await adminFile('GET /api/admin/reports/:report/export', {
        params: { report },
        query,
      })
      saveFile(blob, fileName ?? `${report}.csv`)
    } catch (error) {
      notify.error('Export Failed', errorText(error, 'The report could not be saved. Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isBusy} onClick={save}>
      Export CSV
    </Button>
  )
}
