import { wasRefused } from '@prankpost/web-kit'
import type { QueryClient, UseQueryOptions } from '@tanstack/react-query'
import { type ComponentType, lazy } from 'react'
import { parse } from 'regexparam'
import { type DefaultParams, matchRoute } from 'wouter'
import { preload } from '../components/on-demand.ts'
import { achievementsQuery } from '../lib/achievements.ts'
import { monthsQuery } from '../lib/draw-months.ts'
import { paths } from '../lib/paths.ts'
import { prankQuery, pranksQuery } from '../lib/pranks.ts'
import { userQuery } from '../lib/session.ts'
import { shopQuery } from '../lib/shop.ts'
import { contactsQuery } from '../lib/targets.ts'
import { textQuery } from '../lib/texts.ts'
import { wasSignedInSlot } from '../lib/was-signed-in.ts'

type Load = () => Promise<{ default: ComponentType }>

type Read = { queryKey: readonly unknown[] }
/** The queries of a screen; they may depend on the parameters in its path. */
type Reads = Read[] | ((params: DefaultParams) => Read[])

interface PageOptions {
  /** Public reads, the same for all visitors. */
  reads?: Reads
  /** A customer's own data, which is refused to guests. */
  ownReads?: Read[]
  /** For which visitors the gateway sends this page as HTML, with its public reads (src/prerender.tsx). */
  htmlFor?: 'all' | 'guests'
}

/** A lazily loaded page and its queries. Code and data are fetched in parallel, before the page is shown. */
function page(load: Load, { reads = [], ownReads = [], htmlFor }: PageOptions = {}) {
  return { load, reads, ownReads, htmlFor, isLoaded: false, Page: lazy(load) as ComponentType }
}

/** A screen: its code and its queries. */
export type StorePage = ReturnType<typeof page>

/** The map of the store: one line for each screen. */
const pages = {
  [paths.home]: page(() => import('../features/home/home.page.tsx'), {
    htmlFor: 'all',
    reads: [pranksQuery],
    ownReads: [contactsQuery],
  }),
  [paths.prank]: page(() => import('../features/prank/prank.page.tsx'), {
    htmlFor: 'all',
    reads: ({ slug = '' }) => [prankQuery(slug), pranksQuery],
  }),
  [paths.cart]: page(() => import('../features/cart/cart.page.tsx'), { htmlFor: 'all' }),
  [paths.success]: page(() => import('../features/success/success.page.tsx')),
  [paths.order]: page(() => import('../features/order/order.page.tsx')),
  [paths.orderStatus]: page(() => import('../features/order-status/order-status.page.tsx')),
  [paths.checkout]: page(() => import('../features/checkout/checkout.page.tsx')),
  [paths.subscribe]: page(() => import('../features/subscribe/subscribe.page.tsx'), { htmlFor: 'all' }),
  [paths.dashboard]: page(() => import('../features/dashboard/dashboard.page.tsx'), { htmlFor: 'guests' }),
  [paths.targets]: page(() => import('../features/targets/targets.page.tsx'), { ownReads: [contactsQuery] }),
  [paths.achievements]: page(() => import('../features/achievements/achievements.page.tsx'), {
    ownReads: [achievementsQuery],
  }),
  [paths.support]: page(() => import('../features/support/support.page.tsx'), {
    htmlFor: 'all',
    reads: [textQuery('faq')],
  }),
  [paths.messages]: page(() => import('../features/messages/messages.page.tsx')),
  [paths.doNotPrank]: page(() => import('../features/do-not-prank/do-not-prank.page.tsx'), {
    htmlFor: 'all',
  }),
  [paths.slip]: page(() => import('../features/slip/slip.page.tsx')),
  [paths.anonymity]: page(() => import('../features/anonymity/anonymity.page.tsx'), { htmlFor: 'all' }),
  [paths.fairDraw]: page(() => import('../features/fair-draw/fair-draw.page.tsx'), {
    htmlFor: 'all',
    reads: [monthsQuery],
  }),
  [paths.resetPassword]: page(() => import('../features/reset-password/reset-password.page.tsx')),
  [paths.verifyEmail]: page(() => import('../features/verify-email/verify-email.page.tsx')),
  [paths.privacy]: page(() => import('../features/legal/privacy.page.tsx'), {
    htmlFor: 'all',
    reads: [textQuery('privacy')],
  }),
  [paths.terms]: page(() => import('../features/legal/terms.page.tsx'), {
    htmlFor: 'all',
    reads: [textQuery('terms')],
  }),
}

/** The page of an address without a screen. */
const notFound = page(() => import('./not-found.page.tsx'))

/** The page at this address, its pattern, and its public reads. */
export function pageAt(path: string) {
  const paramsOf = (pattern: string) => matchRoute(parse, pattern, path)[1]
  const [pattern, found] = Object.entries(pages).find(([it]) => paramsOf(it)) ?? (['*', notFound] as const)
  const { reads } = found
  return { pattern, found, reads: typeof reads === 'function' ? reads(paramsOf(pattern) ?? {}) : reads }
}

/** The public reads of a page that the gateway sends to this visitor as HTML; null for any other address. */
export function publicReads(path: string, { isGuest }: { isGuest: boolean }): Read[] | null {
  const { found, reads } = pageAt(path)
  const isSent = found.htmlFor === 'all' || (found.htmlFor === 'guests' && isGuest)
  return isSent ? [shopQuery, ...reads] : null
}

/** Loads the code of the page at this address, so that its first render shows it at once, without a skeleton. */
export async function loadPage(path: string): Promise<void> {
  const { found } = pageAt(path)
  found.Page = (await found.load()).default
  found.isLoaded = true
}

/**
 * Prefetches a screen's code and data. A customer's own data is prefetched only if a customer was signed in before;
 * otherwise the screen reads it once the session is known. Reads that the server has refused are not repeated.
 */
export function warm(queryClient: QueryClient, path: string, search = '') {
  const { found, reads } = pageAt(path)
  const prefetch = ({ load, ownReads }: Pick<StorePage, 'load' | 'ownReads'>, publicReads: Read[] = []) => {
    preload(load)
    for (const read of [...publicReads, ...(wasSignedInSlot.get() ? ownReads : [])]) {
      if (!wasRefused(queryClient.getQueryState(read.queryKey)))
        void queryClient.prefetchQuery(read as UseQueryOptions)
    }
  }
  prefetch(found, [userQuery, shopQuery, ...reads])
  if (path !== paths.dashboard) return
  preload(async () => {
    const { tabOf } = await import('../features/dashboard/tabs.ts')
    prefetch(tabOf(new URLSearchParams(search).get('tab')))
  })
}
