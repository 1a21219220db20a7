import { productName } from '@prankpost/contracts/constants'
import { wasRefused } from '@prankpost/web-kit'
import type { UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { matchPath, Navigate, type Params, Route, Routes } from 'react-router-dom'
import { preload } from '../components/on-demand.ts'
import { PageSkeleton } from '../components/skeleton.tsx'
import { tabOf } from '../features/dashboard/tabs.ts'
import { HomeSkeleton } from '../features/home/home.skeleton.tsx'
import { achievementsQuery } from '../lib/achievements.ts'
import { paths } from '../lib/paths.ts'
import { prankQuery, pranksQuery } from '../lib/pranks.ts'
import { userQuery, wasSignedInSlot } from '../lib/session.ts'
import { shopQuery } from '../lib/shop.ts'
import { contactsQuery } from '../lib/targets.ts'
import { textQuery } from '../lib/texts.ts'
import { Layout } from './layout.tsx'
import { queryClient } from './providers.tsx'

type Load = () => Promise<{ default: ComponentType }>

type Read = { queryKey: readonly unknown[] }
/** The queries of a screen; they may depend on the parameters in its path. */
type Reads = Read[] | ((params: Params) => Read[])

/**
 * A lazily loaded page and its queries. Code and data are fetched in parallel, before the page is shown. `ownReads`
 * read a customer's own data, which is refused to guests.
 */
function page(load: Load, { reads = [], ownReads = [] }: { reads?: Reads; ownReads?: Read[] } = {}) {
  return { load, reads, ownReads, Page: lazy(load) }
}

/** The map of the store: one line for each screen. */
const pages = {
  [paths.home]: page(() => import('../features/home/home.page.tsx'), {
    reads: [pranksQuery],
    ownReads: [contactsQuery],
  }),
  [paths.prank]: page(() => import('../features/prank/prank.page.tsx'), {
    reads: ({ slug = '' }) => [prankQuery(slug), pranksQuery],
  }),
  [paths.cart]: page(() => import('../features/cart/cart.page.tsx')),
  [paths.success]: page(() => import('../features/success/success.page.tsx')),
  [paths.order]: page(() => import('../features/order/order.page.tsx')),
  [paths.orderStatus]: page(() => import('../features/order-status/order-status.page.tsx')),
  [paths.checkout]: page(() => import('../features/checkout/checkout.page.tsx')),
  [paths.subscribe]: page(() => import('../features/subscribe/subscribe.page.tsx')),
  [paths.dashboard]: page(() => import('../features/dashboard/dashboard.page.tsx')),
  [paths.targets]: page(() => import('../features/targets/targets.page.tsx'), { ownReads: [contactsQuery] }),
  [paths.achievements]: page(() => import('../features/achievements/achievements.page.tsx'), {
    ownReads: [achievementsQuery],
  }),
  [paths.support]: page(() => import('../features/support/support.page.tsx'), { reads: [textQuery('faq')] }),
  [paths.messages]: page(() => import('../features/messages/messages.page.tsx')),
  [paths.doNotPrank]: page(() => import('../features/do-not-prank/do-not-prank.page.tsx')),
  [paths.slip]: page(() => import('../features/slip/slip.page.tsx')),
  [paths.anonymity]: page(() => import('../features/anonymity/anonymity.page.tsx')),
  [paths.fairDraw]: page(() => import('../features/fair-draw/fair-draw.page.tsx')),
  [paths.resetPassword]: page(() => import('../features/reset-password/reset-password.page.tsx')),
  [paths.verifyEmail]: page(() => import('../features/verify-email/verify-email.page.tsx')),
  [paths.privacy]: page(() => import('../features/legal/privacy.page.tsx'), {
    reads: [textQuery('privacy')],
  }),
  [paths.terms]: page(() => import('../features/legal/terms.page.tsx'), { reads: [textQuery('terms')] }),
}
const notFound = page(() => import('./not-found.page.tsx'))

/**
 * Prefetches a screen's code and data. A customer's own data is prefetched only if a customer was signed in before;
 * otherwise the screen reads it once the session is known. Reads that the server has refused are not repeated.
 */
export function warm(path: string, search = '') {
  const [pattern, found] = Object.entries(pages).find(([it]) => matchPath(it, path)) ?? ['*', notFound]
  const params = matchPath(pattern, path)?.params ?? {}
  const reads = typeof found.reads === 'function' ? found.reads(params) : found.reads
  const tabs = path === paths.dashboard ? [tabOf(new URLSearchParams(search).get('tab'))] : []
  for (const { load } of [found, ...tabs]) preload(load)
  const ownReads = wasSignedInSlot.get() ? [...found.ownReads, ...tabs.flatMap((tab) => tab.reads)] : []
  for (const read of [userQuery, shopQuery, ...reads, ...ownReads]) {
    if (!wasRefused(queryClient.getQueryState(read.queryKey)))
      void queryClient.prefetchQuery(read as UseQueryOptions)
  }
}

/** The screen of the current address, in the store's frame. */
export function Router() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {Object.entries(pages).map(([path, { Page }]) => (
          <Route
            key={path}
            path={path}
            element={<Screen page={Page} skeleton={path === paths.home ? HomeSkeleton : PageSkeleton} />}
          />
        ))}
        <Route path={paths.oldHistory} element={<Navigate to={paths.history} replace />} />
        <Route path="*" element={<Screen page={notFound.Page} skeleton={PageSkeleton} />} />
      </Route>
    </Routes>
  )
}

/** A screen, or its skeleton until its code is loaded. */
function Screen({ page: Page, skeleton: Skeleton }: { page: ComponentType; skeleton: ComponentType }) {
  return (
    <Suspense
      fallback={
        <>
          <title>{productName}</title>
          <Skeleton />
        </>
      }
    >
      <Page />
    </Suspense>
  )
}
