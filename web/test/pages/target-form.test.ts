import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { bob, molly } from '../samples.ts'
import { toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()

const openForm = async () => {
  api.user = molly
  const page = await open('/targets')
  await page.getByRole('button', { name: 'Add First Target' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Target' })
  await dialog.waitFor()
  return { page, dialog, save: dialog.getByRole('button', { name: 'Add Target' }) }
}
const street = (dialog: Locator) => dialog.getByLabel('Address', { exact: true })
const fill = async (dialog: Locator, zipCode: string) => {
  await street(dialog).fill('2 Oak Road')
  for (const [label, value] of Object.entries({ Name: 'Cyd', City: 'Elko', 'ZIP Code': zipCode }))
    await dialog.getByLabel(label).fill(value)
}

describe('the form of a target', () => {
  test('when the state is chosen by key, then its list has all states, territories and military post', async () => {
    const { page, dialog, save } = await openForm()
    await fill(dialog, '89801')
    const state = dialog.getByLabel('State')
    const codes = await state
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of ['', 'NV', 'DC', 'PR', 'GU', 'AE']) expect(codes).toContain(code)
    await save.click()
    await dialog.getByText('State is required').waitFor()
    const { goTo } = keyboardOf(page)
    await goTo(state)
    // The letters of a longer choice would have to follow each other within a second.
    await page.keyboard.press('N')
    for (let presses = 0; presses < 10 && (await state.inputValue()) !== 'NV'; presses++)
      await page.keyboard.press('ArrowDown')
    expect(await state.inputValue()).toBe('NV')
    await save.click()
    await toastOf(page, 'Target Added').waitFor()
    expect(api.bodiesOf('POST /api/contacts')).toMatchObject([{ state: 'NV', address2: null }])
  })

  test('when the address is a PO box, then a hint names the carrier, without a barrier; then both lines are saved and shown', async () => {
    const { page, dialog, save } = await openForm()
    const hint = dialog.getByRole('status').filter({ hasText: 'PO boxes get their parcels by USPS.' })
    await street(dialog).fill('12 Box Elder Road')
    expect(await hint.count()).toBe(0)
    await street(dialog).fill('P.O. Box 12')
    await hint.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await street(dialog).fill('12 Elm Street')
    await hint.waitFor({ state: 'detached' })
    await dialog.getByLabel('Apartment, suite').fill('PO Box 7')
    await hint.waitFor()

    await fill(dialog, '89801')
    await dialog.getByLabel('Apartment, suite, etc. (optional)').fill('Apt 4')
    await dialog.getByLabel('State').selectOption('NV')
    await save.click()
    await page.getByText('2 Oak Road, Apt 4, 89801').waitFor()
    expect(api.bodiesOf('POST /api/contacts').at(-1)).toMatchObject({
      address: '2 Oak Road',
      address2: 'Apt 4',
    })
  })

  test('when it is closed while it is saved, then the end of the saving does not close the next one', async () => {
    const { page, dialog, save } = await openForm()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans['POST /api/contacts'] = { status: 201, body: { ...bob, name: 'Cyd' }, after }
    await fill(dialog, '89801')
    await dialog.getByLabel('State').selectOption('NV')
    await save.click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^Add/ }).first().click()
    await dialog.getByLabel('Name').fill('Dee')
    answer()
    await toastOf(page, 'Target Added').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Dee')
  })

  test('when the answer is lost and the page is loaded again, then the next attempt has the same key; another target has its own', async () => {
    api.user = molly
    const page = await open('/targets', { failing: /^\/api\// })
    const dialog = page.getByRole('dialog', { name: 'Add New Target' })
    const save = dialog.getByRole('button', { name: 'Add Target' })
    const keys = () => api.bodiesOf('POST /api/contacts').map(({ idempotencyKey }) => idempotencyKey)
    const write = async () => {
      await page.getByRole('button', { name: /^Add/ }).first().click()
      await fill(dialog, '89801')
      await dialog.getByLabel('State').selectOption('NV')
    }
    api.plans['POST /api/contacts'] = { status: 503, body: { message: 'Nap time', code: 'unavailable' } }
    await write()
    await save.click()
    await dialog.getByText('Nap time').waitFor()
    delete api.plans['POST /api/contacts']
    await page.reload()
    await page.getByRole('button', { name: /^Add/ }).first().click()
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    await write()
    await save.click()
    await dialog.waitFor({ state: 'detached' })
    expect(keys()).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys()[0], expect.any(String)])
    expect(keys()[2]).not.toBe(keys()[0])
  })

  test('when the answer is lost and the target is corrected, then what was sent is repeated and changed: it is one target', async () => {
    const { page, dialog, save } = await openForm()
    const put = `PUT /api/contacts/${bob.id}`
    api.plans['POST /api/contacts'] = 'unavailable'
    await fill(dialog, '89801')
    await dialog.getByLabel('State').selectOption('NV')
    await save.click()
    await dialog.getByRole('alert').filter({ hasText: 'Network connection failed' }).waitFor()
    // The answer was lost, the call was not.
    api.plans['POST /api/contacts'] = (body) => ({ status: 201, body: { ...body, id: bob.id } })
    api.plans[put] = (body) => ({ body: { ...body, id: bob.id } })
    await dialog.getByLabel('ZIP Code').fill('89802')
    await save.click()
    await page.getByText('89802').waitFor()
    const [sent, repeated, ...more] = api.bodiesOf('POST /api/contacts')
    expect([sent, more]).toEqual([repeated, []])
    expect(api.bodiesOf(put)).toEqual([{ ...sent, zipCode: '89802', idempotencyKey: undefined }])
  })

  test('when the customer goes back while it is saved, then the next form is empty: the target is not added twice', async () => {
    api.user = molly
    const page = await open('/dashboard?tab=history')
    const reopen = async () => {
      await page.getByRole('tab', { name: 'Targets' }).click()
      await page.getByRole('main').getByRole('button', { name: 'Add Target' }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Add New Target' })
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans['POST /api/contacts'] = { status: 201, body: { ...bob, name: 'Cyd' }, after }
    await reopen()
    await fill(dialog, '89801')
    await dialog.getByLabel('State').selectOption('NV')
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await until(() => api.bodiesOf('POST /api/contacts').length > 0)
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    answer()
    await toastOf(page, 'Success').waitFor()
    await reopen()
    await dialog.waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('')
  })

  test('when a ZIP code is wrong, then its field says so and nothing is sent; what the server rejects is at its field, too', async () => {
    const { page, dialog, save } = await openForm()
    const issues = [{ path: 'zipCode', message: 'This ZIP code was closed' }]
    api.plans['POST /api/contacts'] = { status: 400, body: { message: 'Invalid', code: 'invalid', issues } }
    await dialog.getByLabel('State').selectOption('NV')
    for (const [zip, message] of [
      ['10001', 'ZIP code 10001 is in NY, not in NV'],
      ['00000', 'ZIP code 00000 does not exist'],
      ['8980', 'ZIP code must look like 12345 or 12345-6789'],
    ] as const) {
      await fill(dialog, zip)
      await save.click()
      await dialog.getByText(message).waitFor()
      expect(await dialog.getByLabel('ZIP Code').getAttribute('aria-invalid')).toBe('true')
    }
    expect(api.bodiesOf('POST /api/contacts')).toEqual([])
    await fill(dialog, '89801')
    await save.click()
    await dialog.getByText('This ZIP code was closed').waitFor()
    const { waitForFocus } = keyboardOf(page)
    await waitForFocus(dialog.getByLabel('ZIP Code'))
    expect(await dialog.getByLabel('City').inputValue()).toBe('Elko')
  })

  test('when a target of an earlier version has a ZIP code of another state, then editing it asks for the right one', async () => {
    api.user = molly
    const { address2: _, ...old } = { ...bob, state: 'CA' }
    api.contacts = [old as typeof bob]
    const page = await open('/targets')
    await page.getByRole('button', { name: `Edit ${bob.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Target' })
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await dialog.getByText('ZIP code 89501 is in NV, not in CA').waitFor()
  })
})
