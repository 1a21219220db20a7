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
globalThis.loadNewVersion = async (version = files[0]) => {
  try {
    if (!version || sessionStorage.getItem('prankpost-outdated') === version) return false
    const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (!page.ok || (await page.text()).includes(version)) return false
    sessionStorage.setItem('prankpost-outdated', version)
    location.reload()
    return true
  } catch {
    return false
  }
}

async function onMissing() {
  // No page names this version, so that the page is loaded again also without an update.
  if (!(await globalThis.loadNewVersion(`${files[0]}!`))) showNetworkError()
}

function showNetworkError() {
  // A page that is complete can be read without scripts.
  if (!document.querySelector('#root main')) document.getElementById('root')?.replaceChildren()
  const bar = Object.assign(document.createElement('p'), {
    className: 'sticky bottom-0 z-50 bg-sun p-4 text-center font-bold',
    role: 'alert',
    textContent: 'Network connection failed. Please check your internet connection and try again. ',
  })
  const reload = Object.assign(document.createElement('button'), {
    className: 'button bg-card',
    textContent: 'Reload',
    onclick: () => location.reload(),
  })
  bar.append(reload)
  document.body.append(bar)
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
