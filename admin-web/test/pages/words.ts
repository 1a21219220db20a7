import type { Locator } from 'playwright-core'

/** The text that a person reads there, on one line. */
export async function wordsIn(place: Locator): Promise<string> {
  return (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim()
}
