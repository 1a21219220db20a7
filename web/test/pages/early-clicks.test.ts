import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withStore } from './store.ts'

const { open } = withStore()

/** The page as index.html paints it, until the scripts are released. */
async function openEarly(address: string) {
  const { promise: scriptsAfter, resolve: comeScripts } = Promise.withResolvers<void>()
  return { page: await open(address, { scriptsAfter, width: 375 }), comeScripts }
}

const header = (page: Page) => page.getByRole('banner')

describe('when the scripts of the store have not loaded yet', () => {
  test('and the menu is clicked, then it opens after they have loaded', async () => {
    const { page, comeScripts } = await openEarly('/')
    const button = header(page).getByRole('button', { name: 'Open menu' })
    await button.click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const cart = header(page).getByRole('link', { name: 'Cart, 0 items' })
    const before = await cart.boundingBox()
    comeScripts()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Support' }).waitFor()
    // The early click is used only once: the closed menu stays closed, also on another screen.
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    expect(await cart.boundingBox()).toEqual(before)
    await cart.click()
    await page.getByRole('heading', { name: 'Your Arsenal', exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('and the menu is opened by Enter, then it opens after they have loaded', async () => {
    const { page, comeScripts } = await openEarly('/support')
    await header(page).getByRole('button', { name: 'Open menu' }).press('Enter')
    comeScripts()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  })

  test('and the menu is clicked just before its button is replaced, then it opens', async () => {
    const page = await open('/support')
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        // The defaults of the head are removed in the step that starts the store.
        new MutationObserver((changes) => {
          const removed = changes.flatMap(({ removedNodes }) => [...removedNodes] as Element[])
          if (!removed.some((node) => node.matches?.('[data-default]'))) return
          document.querySelector<HTMLElement>('[aria-label="Open menu"]')?.click()
        }).observe(document.head, { childList: true }),
      ),
    )
    await page.goto('/cart')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  })

  test('and the menu is clicked when its button was just replaced, then it opens', async () => {
    const page = await open('/support')
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const button = document.querySelector<HTMLElement>('[aria-label="Open menu"]')
        if (!button || !Object.keys(button).some((key) => key.startsWith('__reactProps'))) return
        observer.disconnect()
        button.click()
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await page.goto('/cart')
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  })

  test('and cart or logo are clicked, then their pages open', async () => {
    const { page } = await openEarly('/')
    await header(page).getByRole('link', { name: 'Cart, 0 items' }).click()
    // Each click loads a whole page, whose load event waits for its scripts.
    await page.waitForURL('**/cart', { waitUntil: 'commit' })
    await header(page).getByRole('link', { name: 'PrankPost' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' })
  })
})
