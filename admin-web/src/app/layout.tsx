import { LogoutOutlined, QuestionCircleOutlined, SearchOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLogOut } from '../features/account/use-log-out.ts'
import { useMay, useMe } from '../lib/me.ts'
import { keyText, useModShortcut, useShortcut } from '../lib/shortcuts.ts'
import { OverviewPanel } from './overview-panel.tsx'
import { ResourceTabs } from './resource-tabs.tsx'

const CommandBar = lazy(() => import('./command-bar/command-bar.tsx'))
const AccountDialog = lazy(() => import('../features/account/account-dialog.tsx'))
const ShortcutsDialog = lazy(() => import('../components/shortcuts-dialog.tsx'))

/** The dashboard: header, overview, and a tab for each resource. */
export function Layout() {
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [isAccountOpen, setIsAccountOpen] = useState(false)
  const [isBarOpen, setIsBarOpen] = useState(false)
  const me = useMe()
  const maySeeFigures = useMay('GET /api/admin/order-stats')
  const logOut = useLogOut()
  const openHelp = () => setIsHelpOpen(true)
  const openAccount = () => setIsAccountOpen(true)
  useShortcut('?', 'This help', openHelp, { isCommand: false })
  useModShortcut('k', 'Search and commands', () => setIsBarOpen(true))
  return (
    <>
      <header className="admin-header">
        <span className="admin-mark" aria-hidden>
          PrankPost
        </span>
        <h1>Admin Dashboard</h1>
        <span className="admin-header-end">
          <Button
            type="text"
            className="command-button"
            aria-label={`Search and commands ${keyText('mod+k')}`}
            aria-haspopup="dialog"
            icon={<SearchOutlined />}
            onClick={() => setIsBarOpen(true)}
          >
            <span className="command-button-text">
              Search and commands <kbd>{keyText('mod+k')}</kbd>
            </span>
          </Button>
          <Tooltip title="Keyboard shortcuts (?)">
            <Button
              type="text"
              className="shortcuts-button"
              aria-label="Keyboard shortcuts"
              icon={<QuestionCircleOutlined />}
              onClick={openHelp}
            />
          </Tooltip>
          {me.id !== null && (
            <Button
              type="text"
              className="admin-account"
              aria-label={`Your account, ${me.name}`}
              icon={<UserOutlined />}
              onClick={openAccount}
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
      <Suspense>
        {isBarOpen && (
          <CommandBar
            onClose={() => setIsBarOpen(false)}
            onHelp={openHelp}
            onAccount={me.id === null ? null : openAccount}
            onLogOut={logOut}
          />
        )}
        {isAccountOpen && <AccountDialog onClose={() => setIsAccountOpen(false)} />}
        {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
      </Suspense>
    </>
  )
}
