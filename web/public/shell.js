// Records clicks on buttons before the store has started; src/app/early-clicks.ts repeats them.
globalThis.earlyButtons = []
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button')
  if (button) globalThis.earlyButtons?.push(button)
})

// Records what is typed before the store has started; src/lib/early-texts.ts is for the forms. A password is not kept.
globalThis.earlyTexts = {}
document.addEventListener('input', ({ target: { name, type, value } }) => {
  if (name && type !== 'password' && globalThis.earlyTexts) globalThis.earlyTexts[name] = value
})

// The click that sends a form is repeated: the browser itself would put the texts into an address, and load another page.
document.addEventListener('submit', (event) => {
  if (globalThis.earlyTexts) event.preventDefault()
})

// Loads the store after the page: the complete style sheet, and the scripts, of which the first one starts the store.
const { modules, styles } = document.currentScript?.dataset ?? {}
const files = modules?.split(' ') ?? []

const newLink = (rel, href) => Object.assign(document.createElement('link'), { rel, href })

async function load() {
  document.head.append(...files.map((file) => newLink('modulepreload', file)))
  // Without it the store would appear unstyled; if it cannot be loaded, the store can still be used.
  await new Promise((resolve) => {
    const sheet = newLink('stylesheet', styles)
    for (const event of ['load', 'error']) sheet.addEventListener(event, resolve)
    document.head.append(sheet)
  })
  const [entry] = files
  const script = Object.assign(document.createElement('script'), { type: 'module', src: entry })
  script.addEventListener('error', onMissing)
  document.head.append(script)
}

// After an update the files of this version are gone: loads the page of the newer one, once. Cart and drafts are in the browser's
// storage. Without an answer, or if the version is the same, nothing happens. Returns whether the page is loaded again.
globalThis.loadNewVersion = async () => {
  const [entry] = files
  try {
    if (!entry || sessionStorage.getItem('prankpost-outdated') === entry) return false
    const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (!page.ok || (await page.text()).includes(entry)) return false
    sessionStorage.setItem('prankpost-outdated', entry)
    location.reload()
    return true
  } catch {
    return false
  }
}

async function onMissing() {
  if (!(await globalThis.loadNewVersion())) showNetworkError()
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
  await Promise.race([firstView(), new Promise((resolve) => setTimeout(resolve, 2_000))])
  setTimeout(load)
}

async function firstView() {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve))
  // A background tab does not paint.
  if (document.hidden) return
  await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
  // The second frame contains the picture.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
}

if (files.length > 0) start()
