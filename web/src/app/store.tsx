import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { Screens } from './screens.tsx'
import { Toasts } from './toasts.tsx'

interface StoreProps {
  /** The cache of all server state. */
  queryClient: QueryClient
  /** The router: of the browser, or of one address when the page is rendered on the server. */
  router: (screens: ReactNode) => ReactNode
}

/** The whole store. Browser and server render this same tree, so that the browser can continue with the server's HTML. */
export function Store({ queryClient, router }: StoreProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {router(
          <>
            <Screens />
            <Toasts />
          </>,
        )}
      </QueryClientProvider>
    </StrictMode>
  )
}
