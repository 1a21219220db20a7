/**
 * Reloads the page if the shop has a newer version of the store: then the files of this one are gone, and some code cannot be
 * loaded. Cart and typed text are in the browser's storage. Without an answer, or with the same version, nothing happens.
 */
export async function reloadIfOutdated(): Promise<void> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (!entry) return
  try {
    const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    if (page.ok && !(await page.text()).includes(new URL(entry.src).pathname)) location.reload()
  } catch {
    // The network is down: the customer can try again.
  }
}
