import { createQueryClient } from '@prankpost/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { HotkeysProvider } from 'react-hotkeys-hook'
import { BrowserRouter } from 'react-router-dom'
import { onForbidden } from '../lib/admin-call.ts'
import { useIdle } from '../lib/idle.ts'
import { meKey } from '../lib/me.ts'
import { useNotify } from '../lib/notify.ts'
import { onRefusal, useLogin } from '../lib/session.ts'
import { adminTheme } from './theme.ts'

/** The cache of all server state. */
const queryClient = createQueryClient()

/** The context of every screen: theme, notifications, query cache, shortcuts, router. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={adminTheme} variant="outlined">
      {/* At the bottom left, so that a notification hides no buttons: those of a card are at its right. */}
      <App notification={{ placement: 'bottomLeft', stack: { threshold: 3 } }}>
        <QueryClientProvider client={queryClient}>
          <HotkeysProvider>
            <BrowserRouter basename="/admin">
              <SessionWatch />
              {children}
            </BrowserRouter>
          </HotkeysProvider>
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  )
}

const reasons = {
  password: 'The admin password is not valid any more.',
  account: 'Your session has ended.',
}

/** Clears the query cache after a logout, and notifies the operator when the server has ended the session. */
function SessionWatch() {
  const notify = useNotify()
  const login = useLogin()
  useIdle(login === 'account')
  useEffect(() => {
    if (login === null) queryClient.clear()
  }, [login])
  useEffect(() => onForbidden(() => void queryClient.invalidateQueries({ queryKey: meKey })), [])
  useEffect(
    () => onRefusal((kind) => notify.warning('Unauthorized', `${reasons[kind]} Please log in again.`)),
    [notify],
  )
  return null
}
