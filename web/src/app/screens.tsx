import { productName } from '@prankpost/contracts/constants'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect } from 'react'
import { Redirect, Route, useLocation } from 'wouter'
import { PageSkeleton } from '../components/skeleton.tsx'
import { HomeSkeleton } from '../features/home/home.skeleton.tsx'
import { endEarlyTexts } from '../lib/early-texts.ts'
import { paths } from '../lib/paths.ts'
import { repeatEarlyClicks } from './early-clicks.ts'
import { Layout } from './layout.tsx'
import { pageAt, type StorePage, warm } from './pages.ts'

/** The screen of the current address, in the store's frame. */
export function Screens() {
  const [path] = useLocation()
  const { pattern, found } = pageAt(path)
  return (
    <Layout>
      {path === paths.oldHistory ? (
        <Redirect to={paths.history} replace />
      ) : (
        // The pattern gives the page the parameters in its path.
        <Route path={pattern}>
          <Screen page={found} skeleton={pattern === paths.home ? HomeSkeleton : PageSkeleton} />
        </Route>
      )}
    </Layout>
  )
}

/**
 * A screen, or its skeleton until its code is loaded. A loaded one is outside of Suspense: React would continue with its HTML
 * later than with the frame, and data that arrives in between would make them differ.
 */
function Screen({ page, skeleton: Skeleton }: { page: StorePage; skeleton: ComponentType }) {
  const screen = (
    <>
      <page.Page />
      <Started />
    </>
  )
  if (page.isLoaded) return screen
  return (
    <Suspense
      fallback={
        <>
          <title>{productName}</title>
          <Skeleton />
        </>
      }
    >
      {screen}
    </Suspense>
  )
}

/** Is mounted together with a screen: now its buttons work, and data of the customer may change it. */
function Started() {
  const queryClient = useQueryClient()
  useEffect(() => {
    endEarlyTexts()
    void repeatEarlyClicks()
    warm(queryClient, location.pathname, location.search)
  }, [queryClient])
  return null
}
