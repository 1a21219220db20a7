// Runs before the first paint. Records a click on a button before the store has started; src/app/early-click.ts repeats it.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button')
  if (button) globalThis.earlyButton = button
})

// Loads the store's scripts after the page: the first one starts the store, the others are its dependencies.
const [start, ...dependencies] = document.currentScript?.dataset.modules?.split(' ') ?? []

function load() {
  for (const href of dependencies)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const script = Object.assign(document.createElement('script'), { type: 'module', src: start })
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

// The first picture, the fonts and the page itself come first: on a slow connection the scripts would delay them. A file that
// hangs must not keep the store from starting.
if (start && document.readyState === 'complete') load()
else if (start) {
  const { promise, resolve } = Promise.withResolvers()
  addEventListener('load', resolve)
  setTimeout(resolve, 2_000)
  promise.then(load)
}
