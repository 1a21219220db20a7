// Runs before the first paint. Selects the skeleton that the style sheet shows for this screen.
document.documentElement.dataset.screen = location.pathname === '/' ? 'home' : 'page'

// Records a click on the menu button before the store has started; src/app/header.tsx reads it.
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-shell] [aria-label="Open menu"]'))
    document.documentElement.dataset.wanted = 'menu'
})

// Loads the store's scripts after the first paint: the first one starts the store, the others are its dependencies.
const [start, ...dependencies] = document.currentScript?.dataset.modules?.split(' ') ?? []

function load() {
  for (const href of dependencies)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const script = Object.assign(document.createElement('script'), { type: 'module', src: start })
  script.addEventListener('error', showNetworkError)
  document.head.append(script)
}

function showNetworkError() {
  const message = Object.assign(document.createElement('p'), {
    className: 'page py-12 text-xl',
    role: 'alert',
    textContent: 'Network connection failed. Please check your internet connection and try again.',
  })
  document.getElementById('root')?.replaceChildren(message)
}

// A background tab does not paint, so it does not wait. The second frame also contains the pictures.
if (start && document.hidden) load()
else if (start) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)))
