import type { Page } from 'playwright-core'

/** The form 'Ship Pranks for This Month' of a page. */
export function shipFormOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Ship Pranks for This Month' })
  const button = (name: string) => dialog.getByRole('button', { name })
  const rows = dialog.getByRole('list').first().getByRole('listitem')
  return {
    dialog,
    button,
    rows,
    /** Opens it from the one plan's card. */
    async open() {
      await page.getByRole('article').getByRole('button', { name: 'Ship Pranks for This Month' }).click()
      await button('Shuffle').waitFor()
    },
    /** Types text into a row's field and selects the match: `Target 2`, `Gerald`. */
    async pick(field: string, text: string) {
      await dialog.getByLabel(field, { exact: true }).focus()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
  }
}
