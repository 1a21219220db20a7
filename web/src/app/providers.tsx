import { createQueryClient } from '@prankpost/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { Toasts } from './toasts.tsx'

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
