import { productName } from '@prankpost/contracts/constants'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { PageSkeleton } from '../components/skeleton.tsx'
import { HomeSkeleton } from '../features/home/home.skeleton.tsx'
import { endEarlyTexts } from '../lib/early-texts.ts'
import { paths } from '../lib/paths.ts'
import { repeatEarlyClicks } from './early-clicks.ts'
import { Layout } from './layout.tsx'
import { notFound, pages, type StorePage, warm } from './pages.ts'

/** The screen of the current address, in the store's frame. */
export function Screens() {
  return (
    <Layout>
      <Switch>
        {Object.entries(pages).map(([path, page]) => (
          <Route key={path} path={path}>
            <Screen page={page} skeleton={path === paths.home ? HomeSkeleton : PageSkeleton} />
          </Route>
        ))}
        <Route path={paths.oldHistory}>
          <Redirect to={paths.history} replace />
        </Route>
        <Route>
          <Screen page={notFound} skeleton={PageSkeleton} />
        </Route>
      </Switch>
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
