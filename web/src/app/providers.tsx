import { createQueryClient } from '@prankpost/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { Toasts } from './toasts.tsx'

/** The cache of all server state. */
export const queryClient = createQueryClient()

/** The context of every screen: query cache, router, toasts. */
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
