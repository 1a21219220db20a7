import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const farthest = 80

/** A user without a mouse: only keys, and no key is pressed on an element without a visible focus. */
export function keyboardOf(page: Page) {
  const hasFocus = (element: Locator) => element.evaluate((node) => node === node.ownerDocument.activeElement)

  /** Presses Tab (or Shift+Tab to go back) until the focus is on this element, and is visible there. */
  const goTo = async (element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await element.waitFor()
    for (let presses = 0; !(await hasFocus(element)); presses += 1) {
      if (presses === farthest) throw new Error(`${farthest} times ${key} do not lead to ${element}`)
      await page.keyboard.press(key)
    }
    expect(await element.evaluate((node) => node.matches(':focus-visible'))).toBe(true)
  }
  return {
    goTo,
    /** Waits until an element has the focus: a dialog returns it after it is hidden, in a task of its own. */
    waitForFocus: (element: Locator) => expect.poll(() => hasFocus(element)).toBe(true),
    press: (key: string) => page.keyboard.press(key),
    /** Moves to a button or link and presses it. */
    async use(element: Locator, key: 'Enter' | 'Space' = 'Enter', way: 'Tab' | 'Shift+Tab' = 'Tab') {
      await goTo(element, way)
      await page.keyboard.press(key)
    },
    /** Moves to a field and types. */
    async type(element: Locator, text: string) {
      await goTo(element)
      await page.keyboard.type(text)
    },
  }
}
