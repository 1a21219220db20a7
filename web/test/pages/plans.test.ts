import { renewalConsent } from '@prankpost/contracts/consent'
import { noPauseEnd } from '@prankpost/contracts/open-pause'
import type { DrawnPrank, Subscription } from '@prankpost/contracts/subscription'
import { maxSwapsPerMonth } from '@prankpost/contracts/subscription'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { bob, idOf, molly, planOf, pranks } from '../samples.ts'
import type { FakeAnswer } from './fake-api.ts'
import { toastOf, until, withStore } from './store.ts'

const { api, heard, open } = withStore()
const plan: Subscription = {
  ...planOf('active'),
  createdAt: '2026-10-04T12:00:00.000Z',
  currentPeriodEnd: '2099-01-04T12:00:00.000Z',
  nextChargeAt: '2099-01-04T12:00:00.000Z',
  nextPrankCount: null,
  nextMonthlyAmount: null,
  changesAt: null,
  pausedUntil: null,
}
const paused: Subscription = {
  ...plan,
  pausedUntil: '2099-03-01T12:00:00.000Z',
  nextChargeAt: '2099-03-04T12:00:00.000Z',
}
const one = `/api/subscriptions/${plan.id}`
const calls = {
  change: `PATCH ${one}`,
  pause: `POST ${one}/pause`,
  skip: `POST ${one}/skip`,
  resume: `POST ${one}/resume`,
  cancel: `POST ${one}/cancel`,
  draw: `GET ${one}/draw`,
  swap: `POST ${one}/draw/1/swap`,
  read: `GET ${one}/preferences`,
  save: `PUT ${one}/preferences`,
  portal: 'POST /api/billing-portal',
}

const drawnOf = (slot: number, changes: Partial<DrawnPrank> = {}): DrawnPrank => {
  const { id, name, image } = pranks[slot - 1] as (typeof pranks)[0]
  return {
    slot,
    prank: { id, name, image },
    contact: { id: bob.id, name: bob.name, city: bob.city, state: bob.state },
    why: `Drawn at random: ${bob.name} has not had this one in the last 6 months.`,
    canSwap: true,
    shippedAt: null,
    drawId: '0123456789abcdef0123456789abcdef',
    ...changes,
  }
}
const draw = [
  drawnOf(1),
  drawnOf(2, { canSwap: false, shippedAt: '2026-12-05T12:00:00.000Z', why: `It was sent to ${bob.name}.` }),
  drawnOf(3, { contact: null, canSwap: false, why: 'Your address book is empty. Add a target.' }),
]

const openAccount = async (shown = plan, drawn: FakeAnswer = { body: draw }) => {
  api.user = molly
  api.contacts = [bob, { ...bob, id: idOf(501), name: 'Ann Onymous', city: 'Elko' }]
  api.subscriptions = [shown]
  api.plans[calls.draw] ??= drawn
  api.plans[calls.read] ??= { body: { excludedPrankIds: [pranks[1]?.id], excludedContactIds: [] } }
  return await open('/dashboard?tab=account', { width: 1440 })
}
const planIn = (page: Page) => page.getByRole('region', { name: 'Your Plan' })
const drawIn = (page: Page) => page.getByRole('region', { name: "This Month's Pranks" })
const termsIn = (page: Page) => planIn(page).getByRole('definition').allTextContents()

/** Answers a change with this plan, which is also what the next poll reads. */
const becomes = (next: Subscription) => () => {
  api.subscriptions = [next]
  return { body: next }
}

/** Opens the dialog of an action of the plan. */
async function choose(page: Page, action: string) {
  await planIn(page).getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: action })
  await dialog.waitFor()
  return { dialog, confirm: dialog.getByRole('button', { name: action, exact: true }) }
}

describe('the plan', () => {
  test('when the number of pranks is changed, then the new price and its date are shown before and after; a discount stays', async () => {
    const page = await openAccount()
    await planIn(page).waitFor()
    expect(await termsIn(page)).toEqual(['Jan 4, 2099 for $14.97', 'Not paused', 'None'])
    const { dialog, confirm } = await choose(page, 'Change Pranks')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Increase' }).click()
    await dialog.getByText('4 pranks a month for $19.96').waitFor()
    await dialog.getByText('From Jan 4, 2099 on').waitFor()
    await dialog.getByText(renewalConsent(1996, 'changing').wording).waitFor()
    api.plans[calls.change] = becomes({
      ...plan,
      nextPrankCount: 4,
      nextMonthlyAmount: '19.96',
      changesAt: plan.nextChargeAt,
    })
    await confirm.click()
    await toastOf(page, 'Plan Changed', '4 pranks a month for $19.96 from Jan 4.').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(api.bodiesOf(calls.change)).toEqual([{ prankCount: 4 }])
    expect(await termsIn(page)).toEqual([
      'Jan 4, 2099 for $19.96',
      'Not paused',
      '4 pranks a month for $19.96 from Jan 4',
    ])

    // With the discount, any number costs $0.99.
    api.subscriptions = [{ ...plan, monthlyAmount: '0.99', prices: Array(5).fill('0.99') }]
    await page.reload()
    await choose(page, 'Change Pranks')
    await dialog.getByRole('button', { name: 'Increase' }).click()
    await dialog.getByText('4 pranks a month for $0.99').waitFor()
    expect(await dialog.getByText('you agree').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Increase' }).click()
    await dialog.getByText('5 pranks a month for $0.99').waitFor()
    expect(await dialog.getByRole('button', { name: 'Increase' }).isDisabled()).toBe(true)
  })

  test('when it is paused by keyboard and resumed, or a month skipped, then the dates are shown, and the focus stays in the page', async () => {
    const page = await openAccount()
    const opener = planIn(page).getByRole('button', { name: 'Pause', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Pause' })
    await dialog.getByText('Until Feb 1, 2099. Next charge Feb 4, 2099.').waitFor()
    await dialog.getByText('Until Apr 1, 2099. Next charge Apr 4, 2099.').waitFor()
    await dialog.getByRole('radio', { name: '1 month' }).focus()
    await page.keyboard.press('ArrowDown')
    await dialog.getByText('Until Mar 1, 2099. Next charge Mar 4, 2099.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    api.plans[calls.pause] = becomes(paused)
    await page.keyboard.press('Enter')
    await toastOf(page, 'Plan Paused', 'Paused until Mar 1, 2099. Next charge Mar 4, 2099.').waitFor()
    expect(api.bodiesOf(calls.pause)).toEqual([{ months: 2 }])
    expect((await termsIn(page))[1]).toBe('Paused until Mar 1, 2099')
    expect(await planIn(page).getByRole('button').allTextContents()).toEqual([
      'Resume',
      'Change Pranks',
      'Replace Card',
    ])

    const { confirm } = await choose(page, 'Resume')
    api.plans[calls.resume] = becomes(plan)
    await confirm.click()
    await toastOf(page, 'Plan Resumed', 'Next charge Jan 4, 2099.').waitFor()
    expect((await termsIn(page))[1]).toBe('Not paused')
    await until(() => page.evaluate(() => document.activeElement !== document.body))

    const skipping = await choose(page, 'Skip Next Month')
    expect(await skipping.dialog.locator('b').allTextContents()).toEqual(['Jan 4, 2099', 'Feb 4, 2099'])
    api.plans[calls.skip] = becomes({
      ...plan,
      pausedUntil: '2099-02-01T12:00:00.000Z',
      nextChargeAt: '2099-02-04T12:00:00.000Z',
    })
    await skipping.confirm.click()
    await toastOf(page, 'Month Skipped', 'Paused until Feb 1, 2099. Next charge Feb 4, 2099.').waitFor()
  })

  test('when it is paused without an end then no date is shown, and it can be resumed', async () => {
    const page = await openAccount({ ...paused, pausedUntil: noPauseEnd, nextChargeAt: null })
    await planIn(page).getByRole('button', { name: 'Resume' }).waitFor()
    expect(await termsIn(page)).toEqual(['After the pause', 'Paused', 'None'])
  })

  test('when a change is refused because a payment failed, then its dialog shows why, and Replace Card leads to the provider', async () => {
    const page = await openAccount()
    const { dialog, confirm } = await choose(page, 'Pause')
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    const message = 'Your last payment failed. Please replace your card in Account first.'
    api.plans[calls.pause] = { status: 409, body: { message }, after }
    await confirm.click()
    const busy = dialog.getByRole('button', { name: 'Pausing...' })
    await busy.waitFor()
    expect(await busy.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    api.subscriptions = [{ ...plan, status: 'past_due' }]
    answer()
    await dialog.getByRole('alert').getByText(message).waitFor()
    await toastOf(page, 'Plan Not Changed', message).waitFor()
    await page.getByText('Your last payment did not go through').waitFor()
    expect(api.bodiesOf(calls.pause)).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })

    api.plans[calls.portal] = { status: 503, body: { message: 'Stripe is asleep' } }
    const notice = planIn(page).getByRole('alert')
    await notice.getByText('did not go through').waitFor()
    expect(await planIn(page).getByRole('button').allTextContents()).toEqual(['Replace Card'])
    await notice.getByRole('button', { name: 'Replace Card' }).click()
    await toastOf(page, 'Card Not Replaced', 'Stripe is asleep').waitFor()
    api.plans[calls.portal] = { body: { url: '/pay-here' } }
    await notice.getByRole('button', { name: 'Replace Card' }).click()
    await page.waitForURL('**/pay-here')
  })

  test('when the customer leaves while the page to replace the card is opening, then it does not open', async () => {
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[calls.portal] = { body: { url: '/pay-here' }, after }
    const page = await openAccount()
    await planIn(page).getByRole('button', { name: 'Replace Card' }).click()
    await until(() => api.bodiesOf(calls.portal).length === 1)
    await page.getByRole('banner').getByRole('link', { name: 'PrankPost' }).click()
    await page.getByRole('button', { name: 'Randomize' }).waitFor()
    const opened = page.waitForResponse('**/api/billing-portal')
    answer()
    await (await opened).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe("this month's pranks", () => {
  test('when they are drawn, then each says what, to whom and why; a swap is made, or refused with the reason', async () => {
    const page = await openAccount(plan, { status: 400, body: { message: 'The hat is empty.' } })
    await drawIn(page).getByRole('alert').getByText('The hat is empty.').waitFor()
    api.plans[calls.draw] = { status: 404, body: { message: 'No paid month' } }
    await drawIn(page).getByRole('button', { name: 'Try Again' }).click()
    await drawIn(page).getByText('We are drawing your pranks').waitFor()
    api.plans[calls.draw] = { body: draw }

    const cards = drawIn(page).getByRole('listitem')
    await cards.first().waitFor()
    const [potato, glitter, farts] = [cards.nth(0), cards.nth(1), cards.nth(2)]
    await potato.getByText('For Bob Butterfingers in Reno, NV').waitFor()
    await potato.getByText('has not had this one').waitFor()
    await glitter.getByText('Shipped Dec 5, 2026').waitFor()
    expect(await glitter.getByRole('button').count()).toBe(0)
    const link = farts.getByRole('link', { name: 'Add a Target' })
    expect(await link.getAttribute('href')).toBe('/dashboard?tab=targets')
    // A target is added, and the account is opened again.
    await link.click()
    await drawIn(page).waitFor({ state: 'detached' })
    api.plans[calls.draw] = { body: [...draw.slice(0, 2), drawnOf(3, { canSwap: false })] }
    await page.goBack()
    await farts.getByText('For Bob Butterfingers in Reno, NV').waitFor()
    api.plans[calls.draw] = { body: draw }
    await drawIn(page).getByText(`up to ${maxSwapsPerMonth} a month`).waitFor()
    await drawIn(page).getByText('0123456789abcdef0123456789abcdef', { exact: true }).waitFor()
    const published = drawIn(page).getByRole('link', { name: 'published draws' })
    expect(await published.getAttribute('href')).toBe('/fair-draw')

    api.plans[calls.swap] = { status: 409, body: { message: 'This prank is on its way already.' } }
    api.plans[calls.draw] = {
      body: [drawnOf(1), { ...draw[1], shippedAt: '2026-12-06T12:00:00.000Z' }, draw[2]],
    }
    await potato.getByRole('button', { name: 'Swap Raw Potato for Bob Butterfingers' }).click()
    await until(() => heard('This prank is on its way already.'))
    await glitter.getByText('Shipped Dec 6, 2026').waitFor()

    api.plans[calls.swap] = {
      body: [drawnOf(1, { ...drawnOf(6), slot: 1, canSwap: false }), ...draw.slice(1)],
    }
    await potato.getByRole('button', { name: 'Swap Raw Potato for Bob Butterfingers' }).click()
    await toastOf(page, 'Swapped', 'Now it is Dirty Sock for Bob Butterfingers.').waitFor()
    await potato.getByText('No swaps left').waitFor()
    const button = potato.getByRole('button', { name: /^Swap Dirty Sock/ })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
    expect(api.bodiesOf(calls.swap)).toHaveLength(2)
  })

  test('when preferences are saved, then the draw is read again; a refusal is shown', async () => {
    const page = await openAccount()
    await drawIn(page).getByRole('button', { name: 'Never Send...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Never Send' })
    const glitter = dialog.getByRole('checkbox', { name: 'Glitter of Doom' })
    await glitter.waitFor()
    expect(await glitter.isChecked()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Raw Potato' }).check()
    await dialog.getByRole('checkbox', { name: 'Ann Onymous in Elko, NV' }).check()
    api.plans[calls.save] = { status: 400, body: { message: 'You cannot exclude every target.' } }
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await dialog.getByRole('alert').getByText('You cannot exclude every target.').waitFor()
    await glitter.uncheck()
    api.plans[calls.save] = (body) => ({ body })
    const reads = api.bodiesOf(calls.draw).length
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await toastOf(page, 'Preferences Saved').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(api.bodiesOf(calls.save).at(-1)).toEqual({
      excludedPrankIds: [pranks[0]?.id],
      excludedContactIds: [idOf(501)],
    })
    await until(() => api.bodiesOf(calls.draw).length > reads)
  })

  test('when the dialog is closed while preferences are saved, then it stays open, and shows that they were not saved', async () => {
    const page = await openAccount()
    await drawIn(page).getByRole('button', { name: 'Never Send...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Never Send' })
    await dialog.getByRole('checkbox', { name: 'Ann Onymous in Elko, NV' }).check()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[calls.save] = { status: 503, body: { message: 'Please try again in a moment.' }, after }
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await dialog.getByRole('button', { name: 'Saving...' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    answer()
    await dialog.getByRole('alert').getByText('Please try again in a moment.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  test('when preferences were saved on another device since the dialog was last open, then the next save keeps them', async () => {
    const page = await openAccount()
    const dialog = page.getByRole('dialog', { name: 'Never Send' })
    await drawIn(page).getByRole('button', { name: 'Never Send...' }).click()
    await dialog.getByRole('checkbox', { name: 'Raw Potato' }).waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'hidden' })
    api.plans[calls.read] = { body: { excludedPrankIds: [], excludedContactIds: [idOf(501)] } }
    api.plans[calls.save] = (body) => ({ body })
    await drawIn(page).getByRole('button', { name: 'Never Send...' }).click()
    await dialog.getByRole('checkbox', { name: 'Raw Potato' }).check()
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await toastOf(page, 'Preferences Saved').waitFor()
    expect(api.bodiesOf(calls.save).at(-1)).toEqual({
      excludedPrankIds: [pranks[0]?.id],
      excludedContactIds: [idOf(501)],
    })
  })
})

test('the account of a plan, when it is active or paused or its dialogs are open, then nothing overflows, and there is no barrier', async () => {
  const page = await openAccount()
  const expectFits = async (contrast = true) => {
    await drawIn(page).getByRole('listitem').first().waitFor()
    expect(await violationsOf(page, { contrast })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await expectFits()
  await page.setViewportSize({ width: 375, height: 900 })
  await expectFits(false)
  for (const action of ['Change Pranks', 'Pause', 'Skip Next Month']) {
    const { dialog } = await choose(page, action)
    expect(await violationsOf(page, { contrast: false })).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await drawIn(page).getByRole('button', { name: 'Never Send...' }).click()
  await page.getByRole('checkbox', { name: 'Raw Potato' }).waitFor()
  expect(await violationsOf(page, { contrast: false })).toEqual([])
  api.subscriptions = [paused]
  await page.reload()
  await expectFits()
})
