import { createQueryClient } from '@prankpost/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { HotkeysProvider } from 'react-hotkeys-hook'
import { BrowserRouter } from 'react-router-dom'
import { useNotify } from '../lib/notify.ts'
import { onRefusal, useIsLoggedIn } from '../lib/session.ts'
import { adminTheme } from './theme.ts'

/** The one cache of what the server said. */
const queryClient = createQueryClient()

/** What every screen stands on: look, notifications, shortcuts, the cache, the address. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={adminTheme} variant="outlined">
      {/* Where a notification hides no button: what can be done to a card stands at its right. */}
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

/** Forgets what the last session read, and tells when the server has ended it. */
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
