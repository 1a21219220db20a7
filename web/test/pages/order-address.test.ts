import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { describe, expect, test } from 'vitest'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { orderId, orderOf, waitingItem } from '../order-samples.ts'
import { bob, molly } from '../samples.ts'
import { toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const reading = `GET /api/orders/${orderId}`
const patching = `PATCH /api/orders/${orderId}/items/${waitingItem.id}`
const bookPatching = `PATCH /api/contacts/${bob.id}`

/** The order with its address corrected as in this body. */
const correctedBy = (body: Record<string, unknown>): CustomerOrder =>
  orderOf({ items: [{ ...waitingItem, ...body } as CustomerOrder['items'][number]] })

/** Opens the dialog for an item whose target has this second line in the address book. */
const openDialog = async (inBook: string | null = waitingItem.contactAddress2) => {
  api.user = molly
  api.contacts = [{ ...bob, address2: inBook }]
  api.plans[patching] = (body) => {
    api.plans[reading] = { body: correctedBy(body) }
    return { body: correctedBy(body) }
  }
  api.plans[bookPatching] = (body) => ({ body: { ...bob, ...body } })
  const page = await open(`/order?id=${orderId}`)
  await page.getByRole('button', { name: 'Edit address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit address' })
  await dialog.waitFor()
  return { page, dialog, save: dialog.getByRole('button', { name: 'Save Changes' }) }
}

describe('the address of a parcel', () => {
  test('when it is corrected, then the order shows it at once, and the target gets it, too', async () => {
    const { page, dialog, save } = await openDialog()
    const also = dialog.getByRole('checkbox', { name: 'Correct it in my targets, too' })
    expect(await also.isChecked()).toBe(true)
    expect(await dialog.getByLabel('Apartment, suite').inputValue()).toBe('Apt 4')
    await dialog.getByLabel('City').fill('Sparks')
    await dialog.getByLabel('Apartment, suite').fill('')
    await save.click()
    await toastOf(page, 'Address Updated', 'We post it to Bob Butterfingers, 1 Elm Street.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText('Sparks, NV 89501').waitFor()
    expect(await page.getByRole('main').getByText('Apt 4').count()).toBe(0)
    expect(api.bodiesOf(patching)).toEqual([
      {
        contactName: bob.name,
        contactAddress: bob.address,
        contactAddress2: null,
        contactCity: 'Sparks',
        contactState: 'NV',
        contactZipCode: '89501',
      },
    ])
    expect(api.bodiesOf(bookPatching)).toMatchObject([{ city: 'Sparks', address2: null }])
  })

  test('when the order is read while its address is saved, then the page keeps the new address', async () => {
    const { page, dialog, save } = await openDialog()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[reading] = { body: orderOf(), after }
    const reads = api.bodiesOf(reading).length
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
    await until(() => api.bodiesOf(reading).length > reads)
    await dialog.getByLabel('City').fill('Sparks')
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText('Sparks, NV 89501').waitFor()
    answer()
    await page.evaluate(() => fetch('/api/shop').then(() => new Promise((resolve) => setTimeout(resolve))))
    expect(await page.getByRole('main').getByText('Sparks, NV 89501').count()).toBe(1)
  })

  test('when the target has another address by now, then only the parcel is corrected, unless the customer wants both', async () => {
    const { dialog, save } = await openDialog('Suite 900')
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(false)
    await dialog.getByLabel('City').fill('Sparks')
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    expect(api.bodiesOf(patching)).toHaveLength(1)
    expect(api.bodiesOf(bookPatching)).toEqual([])
  })

  test('when the address book refuses, then the parcel has the new address, and a toast says what has not', async () => {
    const { page, dialog, save } = await openDialog()
    api.plans[bookPatching] = { status: 500, body: { message: 'The book is on fire' } }
    // The address book is read when the dialog opens.
    await dialog.getByRole('checkbox', { name: 'Correct it in my targets, too' }).waitFor()
    await dialog.getByLabel('City').fill('Sparks')
    await save.click()
    await toastOf(page, 'Target Not Updated', 'your target still has the old one').waitFor()
    await page.getByRole('main').getByText('Sparks, NV 89501').waitFor()
  })

  test('when the ZIP code is in another state, then its field says so, and nothing is sent', async () => {
    const { dialog, save } = await openDialog()
    await dialog.getByLabel('State').selectOption('OR')
    await save.click()
    await dialog.getByText('ZIP code 89501 is in NV, not in OR').waitFor()
    expect(await dialog.getByLabel('ZIP Code').getAttribute('aria-invalid')).toBe('true')
    expect(api.bodiesOf(patching)).toEqual([])
  })

  test('when the server rejects a field, then the message is at the field, which has the focus, and the next attempt works', async () => {
    const { page, dialog, save } = await openDialog()
    const works = api.plans[patching]
    const message = 'Enter a street that a postman can find'
    const issues = [{ path: 'contactAddress', message }]
    api.plans[patching] = { status: 400, body: { message, code: 'invalid', issues } }
    await dialog.getByLabel('Address', { exact: true }).fill('Nowhere')
    await save.click()
    await dialog.getByText(message).waitFor()
    const street = dialog.getByLabel('Address', { exact: true })
    const { waitForFocus } = keyboardOf(page)
    await waitForFocus(street)
    expect(await street.inputValue()).toBe('Nowhere')
    api.plans[patching] = works as NonNullable<typeof works>
    await page.keyboard.press('End')
    await page.keyboard.type(' Lane 1')
    await page.keyboard.press('Enter')
    await toastOf(page, 'Address Updated', 'Nowhere Lane 1').waitFor()
    expect(api.bodiesOf(patching)).toHaveLength(2)
  })

  test('when the dialog is closed while it is saved, then a toast says that it was not, and why', async () => {
    const { page, dialog, save } = await openDialog()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const reason = 'This order was packed already, so its addresses cannot be changed.'
    api.plans[patching] = { status: 409, body: { message: reason, code: 'conflict' }, after }
    await dialog.getByLabel('City').fill('Sparks')
    await save.click()
    await dialog.getByRole('button', { name: 'Saving...' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    answer()
    await toastOf(page, 'Address Not Updated', reason).waitFor()
  })

  test('when it was packed in the meantime, then the dialog shows the reason, and the page no longer offers to edit', async () => {
    const { page, dialog, save } = await openDialog()
    const reason = 'This order was packed already, so its addresses cannot be changed.'
    api.plans[patching] = () => {
      const can = { cancel: false, cancelUntil: orderOf().can.cancelUntil, edit: false }
      api.plans[reading] = { body: orderOf({ items: [{ ...waitingItem, status: 'packed' }], can }) }
      return { status: 409, body: { message: reason, code: 'conflict' } }
    }
    await dialog.getByLabel('City').fill('Sparks')
    await save.click()
    await dialog.getByRole('alert').filter({ hasText: reason }).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Packed', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Edit address' }).count()).toBe(0)
  })
})
