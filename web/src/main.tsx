import { createQueryClient } from '@prankpost/web-kit'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { keepEarlyClicks } from './app/early-clicks.ts'
import { fillCache, readPageData } from './app/page-data.ts'
import { loadPage, warm } from './app/pages.ts'
import { Store } from './app/store.tsx'
import { leaveAfterSignOut } from './lib/session.ts'
import { setSiteOrigin } from './lib/site-origin.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

// Forms load zod, which tests whether it may compile code from strings. The gateway's Content Security Policy forbids
// that, and browsers log each attempt. zod reads this setting when its code is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const queryClient = createQueryClient()
const pageData = readPageData()
// The browser may show an old copy of a page after Back: its data is read again once the store has started.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
fillCache(queryClient, pageData, { isOld: visit?.type === 'back_forward' })
if (pageData.publicUrl) setSiteOrigin(pageData.publicUrl)

leaveAfterSignOut(queryClient)

// A link that the pointer or the focus reaches is likely to be followed.
for (const eventName of ['pointerover', 'focusin']) {
  document.addEventListener(eventName, ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === location.origin) warm(queryClient, link.pathname, link.search)
  })
}

const store = <Store queryClient={queryClient} />

if (pageData.isRendered) {
  // If its code is missing, the page itself says so, and reloads if it is outdated.
  await loadPage(location.pathname).catch(() => undefined)
  // React receives the clicks on the HTML that it continues with.
  keepEarlyClicks()
  // In short steps, so that a touch in between is answered.
  startTransition(() => void hydrateRoot(root, store))
} else {
  warm(queryClient, location.pathname, location.search)
  // Each page has its own title and descriptions; these are for readers that run no scripts.
  for (const element of document.querySelectorAll('[data-default]')) element.remove()
  createRoot(root).render(store)
}
