import type { AdminPrank } from '@prankpost/contracts/prank'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { onePixel } from '../../../test/support/pictures.ts'
import { idOf } from '../samples.ts'
import { noteOf, until, untilFits, untilIdle, withAdmin } from './admin.ts'

const { api, open } = withAdmin()
const list = 'GET /api/admin/pranks'
const add = 'POST /api/admin/pranks'
const change = 'PATCH /api/admin/pranks/:id'
const upload = 'PUT /api/admin/pranks/:id/picture'

const prankOf = (n: number, over: Partial<AdminPrank> = {}): AdminPrank => ({
  id: idOf(n),
  name: `Prank ${n}`,
  description: 'A surprise by post.',
  price: '4.99',
  tier: 'Standard',
  image: 'potato',
  picture: null,
  soldOut: false,
  stock: null,
  reserved: 0,
  contents: 'A potato.',
  allergens: 'None.',
  onSale: true,
  position: n,
  revision: 3,
  updatedAt: '2026-03-01T10:00:00.000Z',
  ...over,
})
const sells = (...pranks: AdminPrank[]) => {
  api.plans[list] = { body: { items: pranks, total: pranks.length, nextCursor: null } }
}
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const pictureFile = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

describe('the list', () => {
  test('when the list cannot be read, then the page says so; else a card shows picture, price and whether it is on sale', async () => {
    api.plans[list] = { status: 503, body: { message: 'The catalog has a break.' } }
    const page = await open('?tab=pranks', { failing: /^\/media\// })
    await page.getByText('The catalog has a break.').waitFor()
    const picture = { src: '/media/a-224.webp', srcSet: '/media/a-112.webp 112w' }
    sells(prankOf(1, { picture }), prankOf(2, { onSale: false, price: '7.50' }))
    await page.getByRole('button', { name: 'Retry' }).click()
    const first = cardOf(page, 'Prank 1')
    await first.getByText('On sale', { exact: true }).waitFor()
    expect(await first.locator('img').getAttribute('src')).toBe(picture.src)
    const words = await cardOf(page, 'Prank 2').textContent()
    for (const part of ['$7.50', 'Not on sale', 'position 2']) expect(words).toContain(part)
  })
})

describe('a new prank', () => {
  test('when it is added with the keyboard, then it is sent, and its picture is next', async () => {
    sells()
    api.plans[add] = { status: 201, body: prankOf(9, { name: 'Garden Snail' }) }
    const page = await open('?tab=pranks')
    await page.getByText('No Pranks Yet').waitFor()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Add a prank' })
    await until(() => dialog.getByLabel('Name').evaluate((field) => field === document.activeElement))
    await page.keyboard.type('Garden Snail')
    await page.keyboard.press('Tab')
    await page.keyboard.type('A plush snail.')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0.10')
    await page.keyboard.press('Tab')
    await dialog.getByText('Enter a price from 0.50 to 1000.00.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Add Prank' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Price').fill('7.50')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Picture of Garden Snail' }).waitFor()
    expect(api.callsOf(add).map(({ body }) => body)).toEqual([
      {
        name: 'Garden Snail',
        description: 'A plush snail.',
        price: '7.50',
        tier: 'Standard',
        contents: '',
        allergens: '',
        onSale: true,
        stock: null,
      },
    ])
  })
})

describe('editing a prank', () => {
  test('when the price is changed, then only that is sent, with the revision that was shown, and the prices name the operator; an empty stock stops counting; when it was changed meanwhile, the dialog stays open and says so, and Reload keeps what was typed', async () => {
    sells(prankOf(1))
    api.plans[change] = { body: prankOf(1, { price: '5.49' }) }
    const page = await open('?tab=pranks')
    await cardOf(page, 'Prank 1').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Prank 1' })
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Price').fill('5.49')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await noteOf(page, 'Prank Updated', 'Prank 1').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(api.callsOf(change).map(({ body }) => body)).toEqual([{ price: '5.49', revision: 3 }])

    const at = '2026-03-01T10:00:00.000Z'
    api.plans['GET /api/admin/pranks/:id/prices'] = { body: [{ at, from: '4.99', to: '5.49', by: 'Jane' }] }
    await cardOf(page, 'Prank 1').getByRole('button', { name: 'Prices' }).click()
    const entry = page.getByRole('dialog', { name: 'Prices of Prank 1' }).getByRole('listitem')
    expect(await entry.textContent()).toMatch(/^\$4\.99 → \$5\.49.* by Jane$/)

    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'hidden' })
    api.calls = []
    sells(prankOf(1, { stock: 2, reserved: 2, soldOut: true }))
    api.plans[change] = { body: prankOf(1) }
    await untilIdle(page)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await cardOf(page, 'Prank 1').getByText('· stock 2 (2 reserved)').waitFor()
    await cardOf(page, 'Prank 1').getByText('Sold out').waitFor()
    await cardOf(page, 'Prank 1').getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Stock').fill('many')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Stock').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(api.callsOf(change).map(({ body }) => body)).toEqual([{ stock: null, revision: 3 }])

    // A new number is sent with the one that was shown, so that sales since then are not overwritten.
    await cardOf(page, 'Prank 1').getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Stock').fill('9')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(api.callsOf(change).at(-1)?.body).toEqual({ stock: 9, revision: 3, stockSeen: 2 })

    api.plans[change] = {
      status: 409,
      body: { message: 'Another operator has changed this prank meanwhile.' },
    }
    await cardOf(page, 'Prank 1').getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('On sale in the store').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Another operator has changed this prank meanwhile.').waitFor()
    expect(api.callsOf(change).at(-1)?.body).toEqual({ onSale: false, revision: 3 })
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(375)
    await untilFits(page, 375)

    sells(prankOf(1, { price: '9.99', revision: 4 }))
    await dialog.getByRole('button', { name: 'Reload' }).click()
    await dialog.getByRole('alert').waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Price').inputValue()).toBe('9.99')
    expect(await dialog.getByLabel('On sale in the store').isChecked()).toBe(false)
    api.plans[change] = { body: prankOf(1) }
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(api.callsOf(change).at(-1)?.body).toEqual({ onSale: false, revision: 4 })
  })
})

test('the picture of a prank, when it cannot be used, then the dialog says why; another is shown first, and uploaded as it is', async () => {
  sells(prankOf(1))
  const page = await open('?tab=pranks')
  await cardOf(page, 'Prank 1').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Picture of Prank 1' })
  await dialog.waitFor()
  const file = dialog.getByLabel('Picture file')
  const submit = dialog.getByRole('button', { name: 'Upload' })
  expect(await submit.isDisabled()).toBe(true)
  // Made in the page: its bytes need not get there.
  await file.evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new ArrayBuffer(5_300_000)], 'big.png', { type: 'image/png' }))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await dialog.getByRole('alert').filter({ hasText: 'At most 5 MB can be uploaded.' }).waitFor()
  expect(await submit.isDisabled()).toBe(true)
  for (const [chosen, words] of [
    [pictureFile('a.gif', 'image/gif', onePixel), 'This is not a PNG, JPEG or WebP.'],
    [pictureFile('a.png', 'image/png', Buffer.from('hello')), 'This file cannot be read as a picture.'],
  ] as const) {
    await file.setInputFiles(chosen)
    await dialog.getByRole('alert').filter({ hasText: words }).waitFor()
    expect(await submit.isDisabled()).toBe(true)
  }
  expect(api.callsOf(upload)).toEqual([])

  api.plans[upload] = { status: 400, body: { message: 'This picture has too many pixels.' } }
  await file.setInputFiles(pictureFile('snail.png', 'image/png', onePixel))
  await dialog.getByAltText('Preview').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await submit.click()
  await dialog.getByText('This picture has too many pixels.').waitFor()
  api.plans[upload] = { body: prankOf(1) }
  await submit.click()
  await noteOf(page, 'Picture Updated', 'Prank 1').waitFor()
  expect(
    api.callsOf(upload).map(({ headers }) => [headers['content-type'], headers['content-length']]),
  ).toEqual(Array(2).fill(['image/png', String(onePixel.length)]))
})
