import { createQueryClient } from '@prankpost/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { HotkeysProvider } from 'react-hotkeys-hook'
import { BrowserRouter } from 'react-router-dom'
import { useNotify } from '../lib/notify.ts'
import { onRefusal, useIsLoggedIn } from '../lib/session.ts'
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

/** Clears the query cache after a logout, and notifies the operator when the server has ended the session. */
function SessionWatch() {
  const notify = useNotify()
  const isLoggedIn = useIsLoggedIn()
  useEffect(() => {
    if (!isLoggedIn) queryClient.clear()
  }, [isLoggedIn])
  useEffect(
    () =>
      onRefusal(() =>
        notify.warning('Unauthorized', 'The admin password is not valid any more. Please log in again.'),
      ),
    [notify],
  )
  return null
}
