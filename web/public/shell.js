// Records clicks on buttons before the store has started; src/app/early-clicks.ts repeats them.
globalThis.earlyButtons = []
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button')
  if (button) globalThis.earlyButtons.push(button)
})

// Loads the store's scripts after the page: the first one starts the store, the others are its dependencies.
const [entry, ...dependencies] = document.currentScript?.dataset.modules?.split(' ') ?? []

function load() {
  for (const href of dependencies)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const script = Object.assign(document.createElement('script'), { type: 'module', src: entry })
  script.addEventListener('error', showNetworkError)
  document.head.append(script)
}

function showNetworkError() {
  // A page that is complete can be read without scripts.
  if (document.querySelector('#root main')) return
  const message = Object.assign(document.createElement('p'), {
    className: 'page py-12 text-xl',
    role: 'alert',
    textContent: 'Network connection failed. Please check your internet connection and try again.',
  })
  document.getElementById('root')?.replaceChildren(message)
}

// The page itself, its fonts and its first picture come first: on a slow connection the scripts would delay them. A file that
// hangs must not keep the store from starting.
async function start() {
  await new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    addEventListener('load', resolve)
    setTimeout(resolve, 2_000)
  })
  // The second frame contains the picture. A background tab does not paint, so it does not wait.
  for (let frame = 0; frame < 2 && !document.hidden; frame++) await new Promise(requestAnimationFrame)
  setTimeout(load)
}

if (entry) start()
