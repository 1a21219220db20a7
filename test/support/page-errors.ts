import type { Page } from 'playwright-core'

/** Whether a test expects this status for this path; NaN stands for a call without an answer. */
export type IsExpected = (pathname: string, status: number) => boolean

/**
 * Adds each error that happens on the page or is logged to its console to `problems`. The browser itself logs one for every
 * file or call that fails: the test states which of them it expects.
 */
export function recordErrors(page: Page, problems: string[], isExpected: IsExpected): void {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    // React names the file in the error that it logs when the code of a page is missing.
    const module = /imported module: (\S+)/.exec(text)?.[1]
    const { pathname } = new URL(module ?? (message.location().url || page.url()))
    const status = Number(/status of (\d+)/.exec(text)?.[1])
    if ((module || text.startsWith('Failed to load resource')) && isExpected(pathname, status)) return
    problems.push(`${pathname}: ${text}`)
  })
}
