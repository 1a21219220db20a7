import { readFile } from 'node:fs/promises'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import type { Page } from 'playwright-core'

/** Presses a key that prints, in a browser that blocks new tabs: returns all text of the PDF that is saved instead. */
export async function printedBy(page: Page, key: 'p' | 'l'): Promise<string> {
  await page.evaluate('void (window.open = () => null)')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(key)])
  const bytes = await readFile(await file.path())
  const { pages, about } = await readPdf(Uint8Array.from(bytes).buffer)
  return [file.suggestedFilename(), about, ...pages.flatMap(({ lines }) => lines)].join('\n')
}
