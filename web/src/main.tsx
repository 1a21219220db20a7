import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { Router, warm } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

// Forms bring zod along, which would try out whether it may make code from strings: the gateway's policy
// forbids that, and browsers note each attempt. This is where zod looks, before its code is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

warm(location.pathname, location.search)

// A link that the customer comes near is about to be followed.
for (const near of ['pointerover', 'focusin']) {
  document.addEventListener(near, ({ target }) => {
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
