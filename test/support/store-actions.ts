import type { Page } from 'playwright-core'
import { fillTarget, goodCard } from './customer.ts'

/** Selects a potato and a new target, puts both into the Arsenal and opens it. */
export async function fillCart(page: Page) {
  await page
    .getByRole('button', { name: /Raw Potato/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Add to Arsenal' }).click()
  await fillTarget(page)
  const target = page.getByRole('button', { name: /Gerald Snail/ })
  if ((await target.getAttribute('aria-pressed')) !== 'true') await target.click()
  await page.getByRole('button', { name: 'Add to Arsenal' }).click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
}

/** Creates an account at the Arsenal's button, with this e-mail address. */
export async function signUpToPay(page: Page, address: string) {
  await page.getByRole('button', { name: 'Sign In to Pay' }).click()
  await page.getByRole('button', { name: 'Create Account' }).last().click()
  await page.getByLabel('First Name').fill('Pat')
  await page.getByLabel('Last Name').fill('Potato')
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password', { exact: true }).fill('correct horse')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Account' }).first().click()
}

/** Pays on the page of the Stripe sandbox. */
export async function payOnHostedPage(page: Page, card = goodCard) {
  await page.getByText('TEST MODE').first().waitFor()
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}
