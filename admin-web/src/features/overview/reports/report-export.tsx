import { DownloadOutlined } from '@ant-design/icons'
import type { ReportName } from '@prankpost/contracts/constants'
import { errorText, saveFile } from '@prankpost/web-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { adminFile } from '../../../lib/admin-call.ts'
import { useNotify } from '../../../lib/notify.ts'
import type { ReportQuery } from '../api.ts'

interface ReportExportProps {
  report: ReportName
  query: ReportQuery
  /** What is exported, where there are several buttons. */
  of?: string
}

/** Saves a report as a file. */
export function ReportExport({ report, query, of }: ReportExportProps) {
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
    <Button
      icon={<DownloadOutlined />}
      loading={isBusy}
      onClick={save}
      {...(of && { 'aria-label': `Export CSV ${of}` })}
    >
      Export CSV
    </Button>
  )
}
