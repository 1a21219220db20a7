/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Violation {
  id: string
  impact: string | null
  nodes: { html: string }[]
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const source = readFileSync(axeFile, 'utf8')

/**
 * The serious or critical findings of axe on the current page, one line each. It runs in the page itself: the builder of
 * @axe-core/playwright opens another page each time, which takes ten times as long. `contrast: false` leaves out the slowest
 * rule, for a second width with the same colours.
 */
export async function violationsOf(page: Page, { contrast = true } = {}): Promise<string[]> {
  // Two frames later: a page that was just resized or filled is laid out.
  await (await page.locator('body').elementHandle())?.waitForElementState('stable')
  await page.evaluate(source)
  const violations: Violation[] = await page.evaluate(async (isChecked) => {
    const axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> } =
      Reflect.get(globalThis, 'axe')
    // A text that fades in has its contrast at the end.
    const animations = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(animations.map(({ finished }) => finished))
    const rules = { 'color-contrast': { enabled: isChecked } }
    return (await axe.run(document, { resultTypes: ['violations'], elementRef: false, rules })).violations
  }, contrast)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
