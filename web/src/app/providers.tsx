import { createQueryClient } from '@prankpost/web-kit'
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { Toasts } from './toasts.tsx'

// A button is busy before the second click of a double click comes; the usual timer lets both through.
notifyManager.setScheduler(queueMicrotask)

/** The one cache of what the server said. */
export const queryClient = createQueryClient()

/** What every screen stands on: the cache, the address, the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {children}
        <Toasts />
      </BrowserRouter>
    </QueryClientProvider>
  )
}
