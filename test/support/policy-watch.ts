import type { BrowserContext, Page } from 'playwright-core'

/** Reports whatever the page's policy forbids, from the first moment on. */
const guard = `
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    reportViolation(violatedDirective + ' ' + blockedURI + ' ' + sourceFile))
`

/** What a page contains that a strict policy does not allow. Data is no script: browsers never run it. */
const findInline = `[
  ...[...document.querySelectorAll('*')].flatMap(({ attributes }) =>
    [...attributes].filter(({ name }) => name.startsWith('on')).map(({ name, value }) => name + '=' + value)),
  ...[...document.querySelectorAll('script:not([src], [type="application/json"], [type="application/ld+json"]), a[href^="javascript:" i]')].map(({ outerHTML }) => outerHTML),
]`

const originOf = (url: string) => (url.startsWith('data:') ? 'data:' : new URL(url).origin)

/** Records the origins that the pages of a browser request, and every violation of their policy, from the next page on. */
export async function watchPolicy(context: BrowserContext) {
  const asked = new Set<string>()
  const forbidden: string[] = []
  // A feature that the browser does not know makes it warn on every page.
  context.on('console', (message) => {
    if (message.text().includes('Permissions-Policy')) forbidden.push(message.text())
  })
  context.on('request', (request) => asked.add(originOf(request.url())))
  await context.exposeFunction('reportViolation', (what: string) => forbidden.push(what))
  await context.addInitScript(guard)
  return { asked, forbidden }
}

/** The inline code on a page, once it is idle, each with its address. */
export async function inlineOn(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const found: string[] = await page.evaluate(findInline)
  return found.map((what) => `${page.url()}: ${what}`)
}
