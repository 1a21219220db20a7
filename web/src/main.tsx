import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { Router, warm } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

// Forms load zod, which tests whether it may compile code from strings. The gateway's Content Security Policy forbids
// that, and browsers log each attempt. zod reads this setting when its code is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Each page has its own title and descriptions; these are for readers that run no scripts.
for (const element of document.querySelectorAll('[data-default]')) element.remove()

warm(location.pathname, location.search)

// A link that the pointer or the focus reaches is likely to be followed.
for (const eventName of ['pointerover', 'focusin']) {
  document.addEventListener(eventName, ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === location.origin) warm(link.pathname, link.search)
  })
}

createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
)
