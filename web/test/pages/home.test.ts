import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { storedText } from '../../../test/support/front-end.ts'
import { bob, molly, pranks } from '../samples.ts'
import { signIn, storedIn, toastOf, until, withStore } from './store.ts'

const { api, heard, open } = withStore()
const guestWithBob = { stored: { 'prankpost-local-contacts': [{ ...bob, id: 'local-1' }] } }
const ann = { Name: 'Ann', Address: '2 Oak', City: 'Elko', 'ZIP Code': '89801' }

describe('home', () => {
  test('when the picture of a prank is unknown, then the potato is shown; when something is missing, then a toast names it', async () => {
    const [potato, other, ...rest] = pranks
    api.plans['GET /api/pranks'] = { body: [potato, { ...other, image: 'rubber-chicken' }, ...rest] }
    const page = await open('/', { ...guestWithBob })
    const cards = page.getByRole('region', { name: 'Pick a Prank' }).locator('img')
    await page.getByText(String(other?.name)).first().waitFor()
    const sources = await cards.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src))
    expect(sources).toHaveLength(pranks.length)
    expect(sources.filter((src) => src.includes('/prank-potato-'))).toHaveLength(2)

    const add = page.getByRole('button', { name: 'Add to Arsenal' })
    await add.click()
    await toastOf(page, 'Select a Prank', 'Please select a prank first').waitFor()
    const sock = page.getByRole('button', { name: /Dirty Sock/ }).first()
    await sock.click()
    await sock.click()
    await add.click()
    await toastOf(page, 'Select a Prank').waitFor()
    await sock.click()
    await add.click()
    await toastOf(page, 'Select a Target', 'Please select a target first').waitFor()
    expect(await page.getByRole('region', { name: 'Notification' }).getByRole('listitem').count()).toBe(1)
  })

  test('when the customer logs out, then their targets are not shown any more', async () => {
    api.user = molly
    api.contacts = [bob]
    const page = await open('/')
    const target = page.getByRole('button', { name: /Bob Butterfingers/ })
    await target.waitFor()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await toastOf(page, 'Logged Out').waitFor()
    await target.waitFor({ state: 'detached' })
  })

  test('when a prank and a target are selected, then they are marked, without a barrier, and Add to Arsenal adds the pair', async () => {
    const page = await open('/', { ...guestWithBob })
    const potato = page.getByRole('button', { name: /Raw Potato/ }).first()
    const target = page.getByRole('button', { name: /Bob Butterfingers/ })
    await page.emulateMedia({ forcedColors: 'active' })
    const outlines = () =>
      Promise.all([potato, target].map((card) => card.evaluate((it) => getComputedStyle(it).outlineStyle)))
    expect(await outlines()).toEqual(['none', 'none'])
    await potato.click()
    await target.click()
    await expectPressed(potato, target)
    // When the system sets the colors, what is picked has an outline.
    expect(await outlines()).toEqual(['solid', 'solid'])
    await page.emulateMedia({ forcedColors: 'none' })
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.getByRole('button', { name: 'Add to Arsenal' }).click()
    await toastOf(page, 'Added to Arsenal').waitFor()
    expect(await potato.getAttribute('aria-pressed')).toBe('false')
    expect(await target.getAttribute('aria-pressed')).toBe('false')
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toMatchObject([
      { prankName: 'Raw Potato', contactId: 'local-1', price: '$4.99', quantity: 1, prankImageUrl: 'potato' },
    ])
  })

  test('when Add to Arsenal is clicked twice by mistake, then the pair is added once, and no toast asks for a prank', async () => {
    const page = await open('/', { ...guestWithBob })
    await page
      .getByRole('button', { name: /Raw Potato/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Bob Butterfingers/ }).click()
    await page.getByRole('button', { name: 'Add to Arsenal' }).dblclick()
    await toastOf(page, 'Added to Arsenal').waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
    expect(heard('Select a Prank')).toBe(false)
  })

  test('when there is no target yet, then Randomize shows a toast and Add to Arsenal opens the dialog', async () => {
    const page = await open('/')
    await page.getByRole('button', { name: 'Add Target', exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Add Target', exact: true }).count()).toBe(6)
    await page.getByRole('button', { name: 'Randomize' }).click()
    await toastOf(page, 'Target Info Required', 'Please add targets to your address book first.').waitFor()
    await page
      .getByRole('button', { name: /Raw Potato/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Add to Arsenal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Target' })
    await dialog.getByRole('radio', { name: 'nerd' }).waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(8)
    await dialog.getByLabel('Name').fill('Ann')
    await dialog.getByLabel('Address').fill('2 Oak Road')
    await dialog.getByLabel('City').fill('Elko')
    await dialog.getByLabel('ZIP Code').fill('8980')
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await dialog.getByText('ZIP code must look like 12345 or 12345-6789').waitFor()
    await dialog.getByLabel('State').selectOption('NV')
    await dialog.getByLabel('ZIP Code').fill('89801')
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await toastOf(page, 'Success', 'Target added successfully!').waitFor()
    await page.getByRole('button', { name: /^Ann/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Add Target', exact: true }).count()).toBe(5)
    expect(await storedIn(page, 'prankpost-local-contacts')).toMatchObject([
      { id: expect.stringMatching(/^local-\d+$/), name: 'Ann', state: 'NV' },
    ])
    expect(api.bodiesOf('POST /api/contacts')).toEqual([])
  })

  test('when the address book rejects a target, then the entered text is kept', async () => {
    api.user = molly
    api.plans['POST /api/contacts'] = { status: 400, body: { message: 'Not there' } }
    const page = await open('/')
    await page.getByRole('button', { name: 'Add Targets' }).click()
    const dialog = page.getByRole('dialog')
    for (const [label, value] of Object.entries(ann)) await dialog.getByLabel(label).fill(value)
    await dialog.getByLabel('State').selectOption('NV')
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await toastOf(page, 'Error', 'Failed to add target').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Ann')

    api.user = null
    api.plans['POST /api/contacts'] = { status: 401, body: { message: 'Unauthorized', code: 'unauthorized' } }
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await dialog.getByRole('alert').getByText('You are logged out.').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Ann')
    await until(async () => (await storedText(page, 'prankpost-was-signed-in')) === null)
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await toastOf(page, 'Success', 'Target added successfully!').waitFor()
    expect(await storedIn(page, 'prankpost-local-contacts')).toMatchObject([{ name: 'Ann' }])
  })

  test('when the session has ended before a target is saved, then the form offers to sign in, and then has the entered text', async () => {
    api.user = molly
    const page = await open('/')
    await page.getByRole('button', { name: 'Add Targets' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Target' })
    for (const [label, value] of Object.entries(ann)) await dialog.getByLabel(label).fill(value)
    await dialog.getByLabel('State').selectOption('NV')
    api.user = null
    api.plans['POST /api/contacts'] = { status: 401, body: { message: 'Unauthorized' } }
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await dialog.getByRole('alert').getByText('You are logged out.').waitFor()
    await until(async () => (await storedText(page, 'prankpost-was-signed-in')) === null)
    delete api.plans['POST /api/contacts']
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await signIn(page)
    await toastOf(page, 'Success', 'Signed in successfully!').waitFor()
    await page.getByRole('button', { name: 'Add Targets' }).click()
    await until(async () => (await dialog.getByLabel('Name').inputValue()) === 'Ann')
    await dialog.getByRole('button', { name: 'Add Target' }).click()
    await page.getByRole('button', { name: /^Ann/ }).waitFor()
    expect(api.bodiesOf('POST /api/contacts').at(-1)).toMatchObject({ name: 'Ann', zipCode: '89801' })
    expect(await storedIn(page, 'prankpost-local-contacts')).toBe(null)
  })

  test('when the dice are rolled, then after 2 seconds a match can be added or rolled again', async () => {
    const page = await open('/', { ...guestWithBob, clock: true })
    const dice = page.getByRole('button', { name: 'Randomize', exact: true })
    await dice.waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    await dice.click()
    const dialog = page.getByRole('dialog', { name: 'Perfect Match!' })
    await page.clock.runFor(1_900)
    expect(await dice.getAttribute('aria-disabled')).toBe('true')
    await page.clock.runFor(200)
    await dialog.getByRole('button', { name: 'Randomize Again' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.clock.runFor(2_100)
    await dialog.getByRole('button', { name: 'Add to Arsenal' }).click()
    await toastOf(page, 'Added to Arsenal').waitFor()
    expect(await storedIn(page, 'prankpost-cart')).toHaveLength(1)
  })

  test('when the customer goes Back while the menu is open, then it closes', async () => {
    const page = await open('/support')
    await page.getByRole('banner').getByRole('link', { name: 'PrankPost' }).click()
    await page.getByRole('button', { name: 'Randomize' }).waitFor()
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    await page.goBack()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor()
  })

  test('when the dice are rolled while the address book is loading, then they roll until it is there', async () => {
    api.user = molly
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans['GET /api/contacts'] = { body: [bob], after }
    const page = await open('/', { clock: true })
    const button = page.getByRole('button', { name: 'Randomize' })
    await button.click()
    await page.clock.runFor(3_000)
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    answer()
    await page.getByRole('dialog', { name: 'Perfect Match!' }).getByText(bob.name).waitFor()
    expect(heard('Target Info Required')).toBe(false)
  })

  test('when the row was scrolled before its code is there, then it becomes endless at the same card, and without its code the arrows still move it', async () => {
    const page = await open('/', { width: 375, failing: /carousel-row/ })
    const glitter = page.getByRole('button', { name: /Glitter of Doom/ }).first()
    const row = page.getByRole('region', { name: 'Pranks' }).locator(':scope > div')
    const left = async () => Math.round((await glitter.boundingBox())?.x ?? Number.NaN)
    const before = await left()
    await page.route(/\/carousel-row-/, (route) => route.abort('failed'))
    await page.getByRole('button', { name: 'Next Pranks' }).click()
    await expect.poll(left).toBe(before - 216)
    await page.unroute(/\/carousel-row-/)
    await row.hover()
    await expect.poll(() => row.getAttribute('data-endless')).toBe('')
    expect([await left(), await row.evaluate(({ scrollLeft }) => scrollLeft)]).toEqual([before - 216, 0])
    await page.getByRole('button', { name: 'Next Pranks' }).click()
    await expect.poll(left).toBe(before - 432)
  })

  test('when the pointer is at the lower edge of a button, then the button is lifted and stays there, or stands still for those who prefer that', async () => {
    for (const motion of [true, false]) {
      const page = await open('/', { motion })
      const button = page.getByRole('button', { name: 'Add to Arsenal' })
      await button.scrollIntoViewIfNeeded()
      const box = await button.boundingBox()
      if (box === null) throw new Error('the button is not shown')
      const liftedBy = motion ? 2 : 0
      const edge = box.y + box.height - 1
      const topsFor = (frames: number) =>
        button.evaluate(async (it, count) => {
          const tops = new Set<number>()
          for (let n = 0; n < count; n++) {
            await new Promise(requestAnimationFrame)
            tops.add(it.getBoundingClientRect().top)
          }
          return [...tops]
        }, frames)
      await page.mouse.move(box.x + box.width / 2, edge)
      await expect.poll(() => topsFor(1)).toEqual([box.y - liftedBy])
      // The pointer is still over the button, which would else move down again.
      await page.mouse.move(box.x + box.width / 2 + 1, edge)
      expect(await topsFor(20)).toEqual([box.y - liftedBy])
    }
  })

  test('when the plan stepper is used, then it stays within 1 to 5', async () => {
    const page = await open('/')
    const less = page.getByRole('button', { name: 'Decrease' })
    const more = page.getByRole('button', { name: 'Increase' })
    expect(await less.isDisabled()).toBe(true)
    for (let pressed = 0; pressed < 4; pressed += 1) await more.click()
    expect(await more.isDisabled()).toBe(true)
  })
})

async function expectPressed(...buttons: { getAttribute(name: string): Promise<string | null> }[]) {
  for (const button of buttons) expect(await button.getAttribute('aria-pressed')).toBe('true')
}
