import { DownloadOutlined } from '@ant-design/icons'
import type { ApiKey } from '@prankpost/contracts/api'
import { type CallRest, errorText, saveFile } from '@prankpost/web-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { type AdminKey, adminFile } from '../lib/admin-call.ts'
import type { ListFilter } from '../lib/admin-list.ts'
import { useMay } from '../lib/me.ts'
import { useNotify } from '../lib/notify.ts'

/** The endpoints that return a list as a file. */
export type ExportKey = Extract<AdminKey, Extract<ApiKey, `GET ${string}/export`>>

interface ExportButtonProps {
  endpoint: ExportKey
  filter: ListFilter
}

/** Downloads all pages of the filtered list as CSV. */
export function ExportButton({ endpoint, filter: { status, q, unpaid } }: ExportButtonProps) {
  const may = useMay(endpoint)
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)

  const save = async () => {
    setIsBusy(true)
    try {
      const options = [{ query: { status, q, unpaid } }] as CallRest<ExportKey>
      const { blob, fileName } = await adminFile(endpoint, ...options)
      saveFile(blob, fileName ?? 'export.csv')
    } catch (error) {
      notify.error('Export Failed', errorText(error, 'The export could not be saved. Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }
  if (!may) return null
  return (
    <Button icon={<DownloadOutlined />} loading={isBusy} onClick={save}>
      {isBusy ? 'Exporting...' : 'Export CSV'}
    </Button>
  )
}
