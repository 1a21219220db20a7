import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Violation {
  id: string
  impact: string | null
  nodes: { html: string }[]
}

const here = createRequire(import.meta.url)
const { source }: { source: string } = createRequire(here.resolve('@axe-core/playwright'))('axe-core')

/**
 * What axe finds serious or critical on the page as it stands, one line each. Run in the page itself: the
 * builder's extra page for each look takes ten times as long.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(source)
  const violations: Violation[] = await page.evaluate(async () => {
    const axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> } =
      Reflect.get(globalThis, 'axe')
    return (await axe.run(document, { resultTypes: ['violations'], elementRef: false })).violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
