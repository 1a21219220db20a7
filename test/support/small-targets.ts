/// <reference lib="dom" />
import type { Page } from 'playwright-core'

/**
 * The controls on the page that are lower than 44 px, which a finger misses (WCAG 2.5.5). As there, links in a line of text
 * do not count; a control inside a label is as large as its label.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
    return [...all].flatMap((element) => {
      const target = element.closest('label') ?? element
      const { width, height } = target.getBoundingClientRect()
      // `tap` in the store's styles enlarges a control with an invisible part.
      const part = Number.parseFloat(getComputedStyle(target, '::after').height) || 0
      const isHidden = width <= 1 || getComputedStyle(target).display === 'inline'
      const name = element.getAttribute('aria-label') ?? element.textContent
      return isHidden || Math.max(height, part) > 43.5 ? [] : [`${name} ${width} x ${height}`]
    })
  })
}
