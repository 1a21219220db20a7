import type { Page } from 'playwright-core'

/** A target, by the labels of the target form. */
export const gerald = {
  Name: 'Gerald Snail',
  Address: '1 Garden Path',
  City: 'Springfield',
  State: 'OR',
  'ZIP Code': '97477',
}

/** The card that pays on the hosted page. */
export const goodCard = '4242 4242 4242 4242'

/** The toast with this text. */
export function toastOf(page: Page, text: string) {
  return page.getByRole('region', { name: 'Notification' }).getByRole('listitem').filter({ hasText: text })
}

/** Fills the open target dialog and saves it, until it is closed. */
export async function fillTarget(page: Page, values: Partial<typeof gerald> = gerald) {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) {
    const field = dialog.getByLabel(label)
    await (label === 'State' ? field.selectOption(value) : field.fill(value))
  }
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'hidden' })
}

/** On the home page: adds a Raw Potato for this target, who is already in the row, to the Arsenal. */
export async function sendPotato(page: Page, name = gerald.Name) {
  await page
    .getByRole('button', { name: /Raw Potato/ })
    .first()
    .click()
  const target = page.getByRole('button', { name: new RegExp(name) })
  await target.waitFor()
  if ((await target.getAttribute('aria-pressed')) !== 'true') await target.click()
  await page.getByRole('button', { name: 'Add to Arsenal' }).click()
  await toastOf(page, 'Added to Arsenal').waitFor()
}

/** On the home page: adds the target to the row, and a Raw Potato for them. */
export async function sendPotatoToNewTarget(page: Page) {
  await page.getByRole('button', { name: 'Add Targets' }).click()
  await fillTarget(page)
  await sendPotato(page)
}

/** On the hosted page: checks the sum that it shows, and pays it. */
export async function payOnHostedPage(page: Page, sum: string) {
  await page.getByText('TEST MODE').first().waitFor()
  await page.getByRole('heading', { name: sum }).waitFor()
  await page.getByLabel('Card number').fill(goodCard)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/success?*')
}

/** Opens the menu and chooses an entry. */
export async function chooseInMenu(page: Page, entry: string) {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByText(entry, { exact: true }).click()
}

/** The value of this key in the browser's local storage. */
export async function storedIn(page: Page, key: string): Promise<ReturnType<typeof JSON.parse>> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key)
  return text === null ? null : JSON.parse(text)
}
