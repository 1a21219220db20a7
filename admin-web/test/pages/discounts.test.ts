import type { Discount } from '@prankpost/contracts/discount'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { idOf } from '../samples.ts'
import { noteOf, withAdmin } from './admin.ts'

const { api, open } = withAdmin()
const list = 'GET /api/admin/discounts'
const add = 'POST /api/admin/discounts'
const change = 'PATCH /api/admin/discounts/SNAIL'

const discountOf = (code: string, over: Partial<Discount> = {}): Discount => ({
  id: idOf(code.length),
  code,
  kind: 'percent',
  value: '20.00',
  appliesTo: 'both',
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  firstOrderOnly: false,
  active: true,
  uses: 0,
  held: 0,
  revision: 3,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  ...over,
})
const has = (...discounts: Discount[]) => {
  api.plans[list] = { body: { items: discounts, total: discounts.length, nextCursor: null } }
}
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('when there are codes, then a card shows what each does, its limits and whether it can be used; when one is switched off, then only that is sent with the shown revision; a conflict keeps the dialog, and Reload what was typed', async () => {
  has(
    discountOf('SNAIL', { maxUses: 3, uses: 3, held: 0, maxUsesPerCustomer: 1 }),
    discountOf('MARKYMARC', { kind: 'unitPrice', value: '0.99', uses: 10_000 }),
    discountOf('XMAS', {
      appliesTo: 'plan',
      startsAt: '2099-12-01T00:00:00.000Z',
      held: 2,
      firstOrderOnly: true,
    }),
  )
  const page = await open('?tab=discounts')
  await cardOf(page, 'SNAIL').getByText('Used up', { exact: true }).waitFor()
  const text = async (name: string) => (await cardOf(page, name).textContent()) ?? ''
  for (const part of ['20% off', '3 of 3 used, at most 1 per customer', 'Arsenal and plans'])
    expect(await text('SNAIL')).toContain(part)
  for (const part of ['Each item, or each month, for $0.99', 'Usable', '10000+ used'])
    expect(await text('MARKYMARC')).toContain(part)
  for (const part of ['Scheduled', 'Plans only', '0 used (2 unpaid)', 'first purchase only'])
    expect(await text('XMAS')).toContain(part)

  api.plans[change] = { status: 409, body: { message: 'Another operator has changed this code meanwhile.' } }
  await cardOf(page, 'SNAIL').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit SNAIL' })
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)
  await dialog.getByText('Customers can use it').click()
  await save.click()
  await dialog.getByText('Another operator has changed this code meanwhile.').waitFor()
  has(discountOf('SNAIL', { maxUses: 9, revision: 4 }))
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await dialog.getByRole('alert').waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Uses').inputValue()).toBe('9')
  api.plans[change] = { body: discountOf('SNAIL', { active: false }) }
  await save.click()
  await noteOf(page, 'Discount Updated', 'SNAIL').waitFor()
  expect(api.callsOf(change).map(({ body }) => body)).toEqual([
    { active: false, revision: 3 },
    { active: false, revision: 4 },
  ])
})

test('when a code is added with the keyboard, then mistakes are shown first, and the request is exact', async () => {
  has()
  api.plans[add] = { status: 201, body: discountOf('SNAIL') }
  const page = await open('?tab=discounts')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByText('No Discount Codes Yet').waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add a discount code' })
  await dialog.getByLabel('Code').fill('s')
  await dialog.getByText('A price for each item').click()
  await dialog.getByLabel('Price', { exact: true }).fill('0.10')
  await dialog.getByLabel('Uses').fill('many')
  await dialog.getByLabel('Per customer').focus()
  for (const mistake of ['Enter 3 to 30 letters', 'From 0.50 to 1000.00.', '1 to 10000, or nothing.'])
    await dialog.getByText(mistake).waitFor()
  expect(await dialog.getByRole('button', { name: 'Add Discount' }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel('Code').fill('snail-3')
  await dialog.getByLabel('Price', { exact: true }).fill('$1.50')
  await dialog.getByLabel('Uses').fill('3')
  await page.keyboard.press('Enter')
  await noteOf(page, 'Discount Added', 'SNAIL').waitFor()
  expect(api.callsOf(add).map(({ body }) => body)).toEqual([
    {
      ...{
        code: 'SNAIL-3',
        kind: 'unitPrice',
        value: '1.50',
        appliesTo: 'both',
        startsAt: null,
        endsAt: null,
      },
      ...{ maxUses: 3, maxUsesPerCustomer: null, firstOrderOnly: false, active: true },
    },
  ])
})

test('when a date is half typed, then its field says so, nothing is saved and it has the focus; a date that cannot be is named', async () => {
  has(discountOf('SNAIL', { endsAt: '2099-12-24T18:00:00.000Z' }))
  api.plans[add] = { status: 201, body: discountOf('SNAIL-3') }
  const page = await open('?tab=discounts')
  await cardOf(page, 'SNAIL').getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit SNAIL' })
  // Its value is as empty as before: without a change, nothing can be saved.
  await edited.getByLabel('From').pressSequentially('1224')
  await edited.getByLabel('Until').focus()
  await edited.getByText('Complete or clear the date.').waitFor()
  expect(await edited.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await edited.getByLabel('From').fill('2099-12-01T18:00')
  await edited.getByText('Complete or clear the date.').waitFor({ state: 'detached' })
  await edited.getByLabel('From').fill('')
  await edited.getByLabel('Until').focus()
  // Month, day, year, hour.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Delete']) await page.keyboard.press(key)
  await edited.getByRole('button', { name: 'Save' }).click()
  await keyboardOf(page).waitForFocus(edited.getByLabel('Until'))
  await edited.getByRole('button', { name: 'Close' }).last().click()
  await edited.waitFor({ state: 'detached' })

  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Add a discount code' })
  const [from, until] = [dialog.getByLabel('From'), dialog.getByLabel('Until')]
  await dialog.getByLabel('Code').fill('snail-3')
  await dialog.getByLabel('Percent', { exact: true }).fill('20')
  await until.pressSequentially('12242099')
  await dialog.getByRole('button', { name: 'Add Discount' }).click()
  await keyboardOf(page).waitForFocus(until)
  expect([...api.callsOf(add), ...api.callsOf(change)]).toEqual([])
  await until.fill('2099-12-24T18:00')
  await from.fill('12099-12-01T00:00')
  await until.focus()
  await dialog.getByText('Enter a date, or nothing.').waitFor()
  await from.fill('')
  await dialog.getByRole('button', { name: 'Add Discount' }).click()
  await noteOf(page, 'Discount Added', 'SNAIL-3').waitFor()
  expect(api.callsOf(add).map(({ body }) => body.endsAt)).toEqual([expect.stringMatching(/^2099-12-2/)])
})
