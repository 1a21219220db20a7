// Runs before the first paint. Tells the style sheet which screen's skeleton to show ...
document.documentElement.dataset.screen = location.pathname === '/' ? 'home' : 'page'

// ... keeps a click on the menu's button for the store, which has not started yet (src/app/header.tsx) ...
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-shell] [aria-label="Open menu"]'))
    document.documentElement.dataset.wanted = 'menu'
})

// ... and loads the store's scripts after it: the first one starts the store, the others are what it needs.
const [start, ...needed] = document.currentScript?.dataset.modules?.split(' ') ?? []

function load() {
  for (const href of needed)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const script = Object.assign(document.createElement('script'), { type: 'module', src: start })
  script.addEventListener('error', sayThatNothingCame)
  document.head.append(script)
}

function sayThatNothingCame() {
  const message = Object.assign(document.createElement('p'), {
    className: 'page py-12 text-xl',
    role: 'alert',
    textContent: 'Network connection failed. Please check your internet connection and try again.',
  })
  document.getElementById('root')?.replaceChildren(message)
}

// A tab in the background paints nothing, and need not wait for it. The second frame has the pictures as well.
if (start && document.hidden) load()
else if (start) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)))
