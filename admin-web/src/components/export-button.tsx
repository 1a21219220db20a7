import { DownloadOutlined } from '@ant-design/icons'
import type { ApiKey, ParamsOf, QueryOf } from '@prankpost/contracts/api'
import { type CallRest, errorText, saveFile } from '@prankpost/web-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { type AdminKey, adminFile } from '../lib/admin-call.ts'
import type { ListFilter } from '../lib/admin-list.ts'
import { useMay } from '../lib/me.ts'
import { useNotify } from '../lib/notify.ts'

/** The endpoints that return a list as a file. */
export type ExportKey = Extract<AdminKey, Extract<ApiKey, `GET ${string}/export`>>

type ReportExport = 'GET /api/admin/reports/:report/export'

interface ExportButtonProps {
  endpoint: ExportKey
  params?: ParamsOf<ReportExport>
  query: ListFilter | QueryOf<ReportExport>
  /** What is exported, where there are several buttons. */
  of?: string
}

/** Downloads all pages of the filtered list, or a report, as CSV. */
export function ExportButton({ endpoint, params, query, of }: ExportButtonProps) {
  const may = useMay(endpoint)
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)

  const save = async () => {
    setIsBusy(true)
    try {
      const options = [{ params, query }] as CallRest<ExportKey>
      const { blob, fileName } = await adminFile(endpoint, ...options)
      saveFile(blob, fileName ?? `${params?.report ?? 'export'}.csv`)
    } catch (error) {
      notify.error('Export Failed', errorText(error, 'The export could not be saved. Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }
  if (!may) return null
  return (
    <Button icon={<DownloadOutlined />} loading={isBusy} onClick={save} aria-label={of && `Export CSV ${of}`}>
      {isBusy ? 'Exporting...' : 'Export CSV'}
    </Button>
  )
}
