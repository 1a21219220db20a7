import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, planOf } from '../samples.ts'
import { noteOf, withAdmin } from './admin.ts'
import { calls } from './fake-plans.ts'
import { address, button, form, openFromCard, pick, plan, rowOf, withShipForm } from './ship-form.ts'

const admin = withAdmin()
const { api, open } = admin
const { fake, shipped, openShuffled, answerNth } = withShipForm(admin)

describe('the form', () => {
  test('when it opens from a card, then it has a row for each prank, and ships only when everything is chosen', async () => {
    fake.on(api, [plan])
    const page = await open('?tab=plans')
    await openFromCard(page)
    await button(page, 'Ship All 3 Pranks').waitFor()
    expect(new URL(page.url()).search).toBe(address)
    expect(await form(page).getByRole('listitem').count()).toBe(3)
    expect(api.callsOf(calls.targets)).toHaveLength(1)
    expect(await button(page, 'Ship All 3 Pranks').isDisabled()).toBe(true)
    await page.keyboard.press('Control+Enter')
    await noteOf(
      page,
      'Missing Information',
      'Please select both a prank and target contact for each shipment',
    ).waitFor()
    for (const n of [1, 2, 3]) {
      expect(await button(page, 'Ship All 3 Pranks').isDisabled()).toBe(true)
      await pick(page, `Prank ${n}`, 'sock')
      await pick(page, `Target ${n}`, 'main st, spring')
    }
    expect(await button(page, 'Ship All 3 Pranks').isDisabled()).toBe(false)
    await rowOf(page, 2).getByText('The same prank to the same target as in row 1.').waitFor()
    expect(shipped()).toEqual([])
  })

  test('when some were shipped this month, then there are rows for the rest and a note', async () => {
    fake.on(api, [planOf(1, { parcelsDue: 2 })])
    const page = await open(address)
    await form(page).getByText('1 of 3 have left this month').waitFor()
    expect(await form(page).getByRole('listitem').count()).toBe(2)
    await button(page, 'Ship All 2 Pranks').waitFor()
  })

  test('when parcels of earlier months are due as well, then there are rows for one month and a note', async () => {
    fake.on(api, [planOf(1, { parcelsDue: 4 })])
    const page = await open(address)
    await form(page).getByText('1 more is owed from an earlier month').waitFor()
    expect(await form(page).getByRole('listitem').count()).toBe(3)
  })

  test('when all were shipped, then the form says so, and shows the rejection of the server', async () => {
    fake.on(api, [planOf(1, { parcelsDue: 0 })])
    const page = await openShuffled()
    await form(page).getByText("All 3 of this month's pranks have left already.").waitFor()
    await button(page, 'Ship All 3 Pranks').click()
    const words = 'All 3 pranks of this month have been shipped already.'
    await noteOf(page, 'Shipping Failed', words).waitFor()
    expect(await form(page).getByText(words).count()).toBe(3)
    await button(page, 'Retry 3 failed').waitFor()
  })

  test('when the customer has no targets, then it explains what to do, and can read them again', async () => {
    fake.on(api, [plan])
    fake.targets = []
    const page = await open(address)
    await form(page).getByText('No Targets Yet').waitFor()
    fake.on(api, [plan])
    await button(page, 'Look Again').click()
    await button(page, 'Ship All 3 Pranks').waitFor()
  })

  test('when the plan has ended, then nothing can be shipped', async () => {
    fake.on(api, [planOf(1, { status: 'cancelled', parcelsDue: 0 })])
    const page = await open(address)
    await form(page).getByText('This Plan Has Ended').waitFor()
  })

  test('when targets cannot be read, then the reason is shown, and Retry reads them again', async () => {
    fake.on(api, [plan])
    api.plans[calls.targets] = { status: 503, body: { message: 'Address books are away.' } }
    const page = await open(address)
    await form(page).getByText('Address books are away.').waitFor()
    fake.on(api, [plan])
    await button(page, 'Retry').click()
    await button(page, 'Shuffle').waitFor()
  })

  test('when something was typed, then closing asks for confirmation, also with Back', async () => {
    fake.on(api, [plan])
    const page = await open('?tab=plans')
    await openFromCard(page)
    await form(page).getByLabel('Admin notes').fill('fragile')
    const keepEditing = async () => {
      await page.getByRole('button', { name: 'Keep Editing' }).click()
      // Until then, the question is the dialog that Escape closes.
      await page.getByText('Discard this form?').first().waitFor({ state: 'detached' })
    }
    await button(page, 'Cancel').click()
    await keepEditing()
    await page.goBack()
    await keepEditing()
    expect(await form(page).getByLabel('Admin notes').inputValue()).toBe('fragile')
    expect(new URL(page.url()).search).toBe(address)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await form(page).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('?tab=plans')
    await openFromCard(page)
    expect(await form(page).getByLabel('Admin notes').inputValue()).toBe('')
    await button(page, 'Cancel').click()
    await form(page).waitFor({ state: 'hidden' })
  })
})

describe('Shuffle', () => {
  test('when it is clicked, then rows differ, avoid earlier shipments, and can still be changed', async () => {
    fake.on(api, [plan])
    fake.targets = fake.targets.slice(0, 3)
    // Ann had all pranks but the sock, therefore she gets it.
    fake.sent = fake.pranks
      .slice(0, 5)
      .map(({ id }) => ({ contactId: idOf(21), prankId: id, shippedAt: '2026-10-02T15:05:00.000Z' }))
    const page = await openShuffled()
    const ann = form(page).getByRole('listitem').filter({ hasText: 'Ann Target' })
    expect(await ann.textContent()).toContain('Dirty Sock')
    for (const name of ['Bob Target', 'Cid Target']) await form(page).getByText(name).waitFor()
    expect(await form(page).getByText('Dirty Sock').count()).toBe(1)
    const n =
      (await form(page).getByRole('listitem').allTextContents()).findIndex((row) => row.includes('Ann')) + 1
    await pick(page, `Prank ${n}`, 'potato')
    await ann.getByText('This target had this prank on Oct 2, 2026.').waitFor()
    await button(page, 'Shuffle').click()
    await ann.getByText('Dirty Sock').waitFor()
  })

  test('when it is clicked repeatedly, then it draws again each time', async () => {
    fake.on(api, [plan])
    const page = await open(address)
    const seen = new Set<string>()
    while (seen.size < 3) {
      await button(page, 'Shuffle').click()
      seen.add((await form(page).getByRole('list').textContent()) ?? '')
    }
  })

  test('when earlier shipments cannot be read, then it says so and draws anyway', async () => {
    fake.on(api, [plan])
    api.plans[calls.sent] = { status: 500, body: { message: 'no' } }
    const page = await openShuffled()
    await form(page).getByText('Shuffle cannot avoid it').waitFor()
    expect(await button(page, 'Ship All 3 Pranks').isDisabled()).toBe(false)
  })
})

test('when axe checks the form at 1440 and 1024 px, then it finds nothing serious, also after a failure', async () => {
  fake.on(api, [planOf(1, { parcelsDue: 2 })])
  answerNth({ 1: 'unavailable', 2: { status: 409, body: { message: 'No.' } } })
  const page = await openShuffled()
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violationsOf(page)).toEqual([])
  }
  await button(page, 'Ship All 2 Pranks').click()
  await button(page, 'Retry 2 failed').waitFor()
  expect(await violationsOf(page)).toEqual([])
})
