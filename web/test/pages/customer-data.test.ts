import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { exportOf, molly } from '../samples.ts'
import { signIn, toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const openAccount = async () => {
  api.user = molly
  return await open('/dashboard?tab=account', { width: 1440 })
}
const dataOf = (page: Page) => page.getByRole('region', { name: 'Your Data' })
const ask = 'POST /api/auth/data-export'
const remove = 'POST /api/auth/account-deletion'

test('a copy of the data, when it is requested, then it is collected, and offered as a file, also after a reload; too often is an error', async () => {
  const page = await openAccount()
  const data = dataOf(page)
  api.plans[ask] = { status: 429, body: { message: 'You asked for your data several times today.' } }
  await data.getByRole('button', { name: 'Download My Data' }).click()
  await data.getByRole('alert').getByText('several times today').waitFor()
  delete api.plans[ask]
  api.calls = []
  await data.getByRole('button', { name: 'Download My Data' }).click()
  await data.getByText('2 of 9 parts are here').waitFor()
  await page.reload()
  await data.getByText('2 of 9 parts are here').waitFor()
  api.dataExport = exportOf('ready', 9)
  const file = data.getByRole('link', { name: 'Download File' })
  await file.waitFor()
  expect(await file.getAttribute('href')).toBe('/api/auth/data-export/file')
  expect(await file.getAttribute('download')).not.toBeNull()
  await data.getByText('until Mar 9, 2026').waitFor()
  expect(await violationsOf(page)).toEqual([])
  const asked = () => api.bodiesOf(ask).length
  expect(asked()).toBe(1)
  await data.getByRole('button', { name: 'Create a new file' }).click()
  await until(() => asked() === 2)
})

test('deleting the account, when it is requested, then it lists what is deleted and kept, and requires the password and a confirmation', async () => {
  const page = await openAccount()
  await dataOf(page).getByRole('button', { name: 'Delete My Account' }).waitFor()
  const opener = dataOf(page).getByRole('button', { name: 'Delete My Account' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Delete My Account' })
  for (const title of ['What goes, at once', 'What stays, and why', 'What is still on its way'])
    await dialog.getByRole('heading', { name: title }).waitFor()
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
  }
  const send = dialog.getByRole('button', { name: 'Delete My Account' })
  await send.click()
  await dialog.getByText('Your password is required').waitFor()
  await dialog.getByLabel('Your Password').fill('correct horse')
  await dialog.getByLabel('Type DELETE to confirm').fill('delete')
  await send.click()
  await dialog.getByText('Please type DELETE, in capital letters').waitFor()
  expect(api.bodiesOf(remove)).toEqual([])

  api.plans[remove] = { status: 403, body: { message: 'Your password is not right.' } }
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await send.click()
  await dialog.getByText('Your password is not right.').waitFor()
  await dialog.getByRole('button', { name: 'Keep Account' }).click()
  await dialog.waitFor({ state: 'hidden' })

  delete api.plans[remove]
  await opener.click()
  await dialog.getByLabel('Your Password').fill('correct horse')
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await send.click()
  await page.getByRole('heading', { name: 'Your account is deleted.' }).waitFor()
  await page.getByText('ABCD-2345-WXYZ').waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(api.bodiesOf(remove).at(-1)).toEqual({ password: 'correct horse', confirmation: 'DELETE' })
  await page.reload()
  await page.getByText('ABCD-2345-WXYZ').waitFor()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.waitForURL('**/')
  await page.goto('/dashboard')
  await page.getByText('Please log in to access your dashboard.').waitFor()

  await page.evaluate(() => sessionStorage.setItem('prankpost-deletion-receipt', 'ABCD-2345-WXYZ'))
  api.user = molly
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  api.user = null
  await page.reload()
  await page.getByText('Please log in to access your dashboard.').waitFor()

  await page.evaluate(() => sessionStorage.setItem('prankpost-deletion-receipt', 'ABCD-2345-WXYZ'))
  await page.goto('/?signin=1')
  await signIn(page)
  await toastOf(page, 'Success', 'Signed in successfully!').waitFor()
  api.user = null
  await page.goto('/dashboard')
  await page.getByText('Please log in to access your dashboard.').waitFor()
})

test('deleting the account, when the dialog is closed meanwhile, then it stays open, and shows that it was not deleted', async () => {
  const page = await openAccount()
  await dataOf(page).getByRole('button', { name: 'Delete My Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete My Account' })
  await dialog.getByLabel('Your Password').fill('correct horse')
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  const { promise: after, resolve: answer } = Promise.withResolvers<void>()
  api.plans[remove] = { status: 503, body: { message: 'Please try again in a moment.' }, after }
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await dialog.getByRole('button', { name: 'Deleting...' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  answer()
  await dialog.getByRole('alert').getByText('Please try again in a moment.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
})
