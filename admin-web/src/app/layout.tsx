import { LogoutOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useNotify } from '../lib/notify.ts'
import { endSession } from '../lib/session.ts'
import { useShortcut } from '../lib/shortcuts.ts'
import { OverviewPanel } from './overview-panel.tsx'
import { ResourceTabs } from './resource-tabs.tsx'

const ShortcutsDialog = lazy(() => import('../components/shortcuts-dialog.tsx'))

/** The dashboard: header, overview, and a tab for each resource. */
export function Layout() {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const notify = useNotify()
  const navigate = useNavigate()
  useShortcut('?', 'This help', () => setIsHelpOpen(true))

  const logOut = () => {
    endSession()
    navigate('/')
    notify.success('Logged Out')
  }
  return (
    <>
      <header className="admin-header">
        <span className="admin-mark" aria-hidden>
          PrankPost
        </span>
        <h1>Admin Dashboard</h1>
        <span className="admin-header-end">
          <Tooltip title="Keyboard shortcuts (?)">
            <Button
              type="text"
              aria-label="Keyboard shortcuts"
              icon={<QuestionCircleOutlined />}
              onClick={() => setIsHelpOpen(true)}
            />
          </Tooltip>
          <Button type="text" icon={<LogoutOutlined />} onClick={logOut}>
            Logout
          </Button>
        </span>
      </header>
      <main className="admin-main">
        <OverviewPanel />
        <ResourceTabs />
      </main>
      {isHelpOpen && (
        <Suspense>
          <ShortcutsDialog open onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
