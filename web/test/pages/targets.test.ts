import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cartItemOf } from '../../src/lib/cart.ts'
import { bob, idOf, molly, pranks } from '../samples.ts'
import { storedIn, toastOf, until, withStore } from './store.ts'

const { api, heard, open } = withStore()
const loggedOut = 'You are logged out. Logging in again...'
const ann = { ...bob, id: idOf(501), name: 'Ann Onymous', city: 'Elko' }
const one = `/api/contacts/${bob.id}`
const [potato] = pranks as [(typeof pranks)[0]]
const inCart = { stored: { 'prankpost-cart': [cartItemOf(potato, bob), cartItemOf(potato, ann)] } }
const screens = [
  {
    address: '/dashboard?tab=targets',
    method: 'PUT',
    removed: ['Success', 'Contact deleted successfully!'],
    failed: ['Failed to add contact', 'Failed to update contact', 'Failed to delete contact'],
  },
  {
    address: '/targets',
    method: 'PATCH',
    removed: ['Target Removed', ''],
    failed: ['add', 'update', 'remove'].map((what) => `Failed to ${what} target. Please try again.`),
  },
] as const

const signIn = () => {
  api.user = molly
  api.contacts = [bob, ann]
}
/** Answers the browser's confirmation dialogs in this order; returns their messages. */
const answering = (page: Page, answers: boolean[]) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    const yes = answers[asked.length]
    asked.push(dialog.message())
    void (yes ? dialog.accept() : dialog.dismiss())
  })
  return asked
}
const fill = async (dialog: Locator) => {
  const values = { Name: 'Cyd', Address: '2 Oak Road', City: 'Elko', 'ZIP Code': '89801-1234' }
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value)
  await dialog.getByLabel('State').selectOption('NV')
}

test('when a target of the dashboard is added, edited or, after a confirmation, deleted, then a toast says so, and the Arsenal follows', async () => {
  signIn()
  api.plans[`PUT ${one}`] = (body) => ({ body: { ...body, id: bob.id } })
  api.plans[`DELETE ${one}`] = { status: 204, text: '' }
  const page = await open('/dashboard?tab=targets', inCart)
  await page.getByRole('button', { name: 'Add Target' }).click()
  const adding = page.getByRole('dialog', { name: 'Add New Target' })
  await fill(adding)
  await adding.getByRole('button', { name: 'Add Target' }).click()
  await toastOf(page, 'Success', 'Contact added successfully!').waitFor()
  await page.getByRole('heading', { name: 'Cyd' }).waitFor()
  expect(api.bodiesOf('POST /api/contacts')).toMatchObject([
    { name: 'Cyd', state: 'NV', zipCode: '89801-1234' },
  ])

  await page.getByRole('button', { name: 'Edit Bob Butterfingers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Target' })
  expect(await dialog.getByLabel('City').inputValue()).toBe('Reno')
  expect(await dialog.getByRole('radio', { name: 'nerd' }).isChecked()).toBe(true)
  await dialog.getByLabel('City').fill('Sparks')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await toastOf(page, 'Success', 'Contact updated successfully!').waitFor()
  await page.getByText(/Sparks, NV/).waitFor()
  expect(api.bodiesOf(`PUT ${one}`)).toMatchObject([{ name: bob.name, city: 'Sparks' }])
  expect(await storedIn(page, 'prankpost-cart')).toMatchObject([
    { contactId: bob.id, contactCity: 'Sparks' },
    { contactId: ann.id, contactCity: 'Elko' },
  ])

  const asked = answering(page, [false, true])
  await page.getByRole('button', { name: 'Delete Bob Butterfingers' }).click()
  await until(() => asked.length === 1)
  expect(api.calls.filter(({ key }) => key.startsWith('DELETE'))).toEqual([])
  expect(await page.getByRole('heading', { name: 'Bob Butterfingers' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Delete Bob Butterfingers' }).click()
  await toastOf(page, 'Success', 'Contact deleted successfully!').waitFor()
  expect(asked).toEqual(Array(2).fill('Are you sure you want to delete this contact?'))
  await page.getByRole('heading', { name: 'Bob Butterfingers' }).waitFor({ state: 'hidden' })
  expect(await storedIn(page, 'prankpost-cart')).toMatchObject([{ contactId: ann.id }])
})

describe.each(screens)('targets on $address', ({ address, method, removed, failed }) => {
  test('when the server rejects the change, then each failure has its toast and the entered text is kept; a target that is deleted already leaves list and Arsenal', async () => {
    signIn()
    for (const key of ['POST /api/contacts', `${method} ${one}`, `DELETE ${one}`])
      api.plans[key] = { status: 500, body: { message: 'The book is on fire' } }
    const page = await open(address, inCart)
    answering(page, [true, true])
    await page.getByRole('button', { name: 'Add Target' }).click()
    const dialog = page.getByRole('dialog')
    await fill(dialog)
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await toastOf(page, 'Error', failed[0]).waitFor()
    await dialog.getByRole('alert').filter({ hasText: 'The book is on fire' }).waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Cyd')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit Bob Butterfingers' }).click()
    await dialog.getByLabel('City').fill('Sparks')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await toastOf(page, 'Error', failed[1]).waitFor()
    expect(await dialog.getByLabel('City').inputValue()).toBe('Sparks')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    api.plans[`DELETE ${one}`] = 'unavailable'
    await page.getByRole('button', { name: 'Delete Bob Butterfingers' }).click()
    await toastOf(page, 'Error', failed[2]).waitFor()
    await page.getByRole('alert').filter({ hasText: 'Network connection failed' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Bob Butterfingers' }).count()).toBe(1)
    // The answer was lost, the call was not.
    api.plans[`DELETE ${one}`] = { status: 404, body: { message: 'Not found' } }
    await page.getByRole('button', { name: 'Delete Bob Butterfingers' }).click()
    await toastOf(page, removed[0], removed[1]).waitFor()
    await page.getByRole('heading', { name: 'Bob Butterfingers' }).waitFor({ state: 'hidden' })
    expect(await storedIn(page, 'prankpost-cart')).toMatchObject([{ contactId: ann.id }])
  })
})

describe.each(screens)('deleting on $address', ({ address }) => {
  test('when a second target is deleted while the first deletion runs, then both are deleted', async () => {
    signIn()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const two = `/api/contacts/${ann.id}`
    api.plans[`DELETE ${one}`] = { status: 204, text: '', after }
    api.plans[`DELETE ${two}`] = { status: 503, body: { message: 'Please try again in a moment.' } }
    const page = await open(address)
    const asked = answering(page, [true, true, true])
    const deleteButton = (name: string) => page.getByRole('button', { name: `Delete ${name}` })
    await deleteButton(bob.name).click()
    await until(() => api.bodiesOf(`DELETE ${one}`).length === 1)
    await deleteButton(ann.name).click()
    await page.getByRole('alert').filter({ hasText: 'Please try again in a moment.' }).waitFor()
    await deleteButton(bob.name).click({ force: true })
    api.plans[`DELETE ${two}`] = { status: 204, text: '' }
    await deleteButton(ann.name).click()
    await page.getByRole('heading', { name: ann.name }).waitFor({ state: 'hidden' })
    answer()
    await page.getByRole('heading', { name: bob.name }).waitFor({ state: 'hidden' })
    expect(asked).toHaveLength(3)
    expect(api.bodiesOf(`DELETE ${one}`)).toHaveLength(1)
  })
})

describe('/targets only', () => {
  test('when there are targets, then they are counted, and shown with initial and address; when the session has ended, saving opens the sign-in page', async () => {
    signIn()
    api.plans[`PATCH ${one}`] = { status: 401, body: { message: 'Unauthorized' } }
    const page = await open('/targets')
    const total = page.locator('dl', { hasText: 'Total Targets' }).getByRole('definition')
    await total.waitFor()
    expect(await total.textContent()).toBe('2')
    const card = page.getByRole('listitem').filter({ hasText: 'Ann Onymous' })
    expect(await card.textContent()).toMatch(/A.*Elko, NV.*1 Elm Street/)

    await page.getByRole('button', { name: 'Edit Bob Butterfingers' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await until(() => heard(loggedOut))
    await page.waitForURL('**/api/login')
  })

  test('when there are none, then Add First Target opens the dialog', async () => {
    api.user = molly
    const page = await open('/targets')
    await page.getByRole('heading', { name: 'No Targets Yet' }).waitFor()
    await page.getByRole('button', { name: 'Add First Target' }).click()
    await page.getByRole('dialog', { name: 'Add New Target' }).waitFor()
  })
})

describe('signed out', () => {
  test('when a guest opens /achievements, then a toast is shown, and then the sign-in dialog', async () => {
    const page = await open('/achievements')
    await page.getByRole('main').getByText('You are logged out').waitFor()
    await until(() => heard(loggedOut))
    await page.waitForURL('**/api/login')
    // No data that requires a session is read.
    expect(new Set(api.calls.map(({ key }) => key))).toEqual(new Set(['GET /api/shop', 'GET /api/login']))
  })

  test("when the toast's code loads late, then the sign-in dialog opens half a second after the toast, not before", async () => {
    const page = await open('/terms-of-service')
    let cameAt = 0
    await page.route(/\/toaster-/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1200))
      cameAt = Date.now()
      await route.fallback()
    })
    await page.goto('/targets')
    await until(() => heard(loggedOut))
    await until(() => api.bodiesOf('GET /api/login').length > 0)
    expect(Date.now() - cameAt).toBeGreaterThanOrEqual(450)
    expect(api.bodiesOf('GET /api/login')).toHaveLength(1)
    await page.waitForURL('**/api/login')
  })

  test('when the session could not be read, then the guest is not redirected', async () => {
    api.plans['GET /api/auth/user'] = { status: 500, text: 'Boom' }
    const page = await open('/targets')
    await page.getByRole('alert').filter({ hasText: '500: Boom' }).waitFor()
    api.user = molly
    delete api.plans['GET /api/auth/user']
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.locator('dl').waitFor()
    expect(new URL(page.url()).pathname).toBe('/targets')
  })
})
