import { TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'

const ReportsDialog = lazy(() => import('./reports/reports-dialog.tsx'))

/** Opens the reports. */
export function ReportsButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        icon={<TableOutlined />}
        title="Reports"
        aria-label="Reports"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ReportsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
