import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { type AroundNavHandler, Router } from 'wouter'
import { Screens } from './screens.tsx'
import { Toasts } from './toasts.tsx'

interface StoreProps {
  /** The cache of all server state. */
  queryClient: QueryClient
  /** The path of the page that the server renders; in the browser, that of the address. */
  path?: string
}

/** The whole store. Browser and server render this same tree, so that the browser can continue with the server's HTML. */
export function Store({ queryClient, path }: StoreProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router aroundNav={navigateAway} {...(path && { ssrPath: path })}>
          <Screens />
          <Toasts />
        </Router>
      </QueryClientProvider>
    </StrictMode>
  )
}

/** Follows a link. One to the current address adds no entry to the history, as in a page without scripts. */
const navigateAway: AroundNavHandler = (navigate, to, options) => {
  const isHere = new URL(to, location.href).href === location.href
  navigate(to, isHere ? { ...options, replace: true } : options)
}
