import { LogoutOutlined, QuestionCircleOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLogOut } from '../features/account/use-log-out.ts'
import { useMay, useMe } from '../lib/me.ts'
import { useShortcut } from '../lib/shortcuts.ts'
import { OverviewPanel } from './overview-panel.tsx'
import { ResourceTabs } from './resource-tabs.tsx'

const AccountDialog = lazy(() => import('../features/account/account-dialog.tsx'))
const ShortcutsDialog = lazy(() => import('../components/shortcuts-dialog.tsx'))

/** The dashboard: header, overview, and a tab for each resource. */
export function Layout() {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isAccountOpen, setIsAccountOpen] = useState(false)
  const me = useMe()
  const maySeeFigures = useMay('GET /api/admin/order-stats')
  const logOut = useLogOut()
  useShortcut('?', 'This help', () => setIsHelpOpen(true))
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
          {me.id !== null && (
            <Button
              type="text"
              className="admin-account"
              aria-label={`Your account, ${me.name}`}
              icon={<UserOutlined />}
              onClick={() => setIsAccountOpen(true)}
            >
              <span className="admin-account-name">{me.name}</span>
            </Button>
          )}
          <Button type="text" icon={<LogoutOutlined />} onClick={logOut}>
            Logout
          </Button>
        </span>
      </header>
      <main className="admin-main">
        {maySeeFigures && <OverviewPanel />}
        <ResourceTabs />
      </main>
      {isAccountOpen && (
        <Suspense>
          <AccountDialog onClose={() => setIsAccountOpen(false)} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <ShortcutsDialog open onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
