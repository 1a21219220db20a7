import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, planOf } from '../samples.ts'
import { noteOf, withAdmin } from './admin.ts'
import { calls } from './fake-plans.ts'
import { address, button, form, openFromCard, pick, plan, rowOf, withShipForm } from './ship-form.ts'

const admin = withAdmin()
const { api, open } = admin
const { fake, shipped, openShuffled } = withShipForm(admin)

test('when the form is filled from a card, then it ships only when everything is chosen, and asks before it is closed', async () => {
  fake.on(api, [plan])
  const page = await open('?tab=plans')
  await openFromCard(page)
  await button(page, 'Ship All 3 Pranks').waitFor()
  expect(new URL(page.url()).search).toBe(address)
  expect(await form(page).getByRole('listitem').count()).toBe(3)
  expect(api.callsOf(calls.targets)).toHaveLength(1)
  await page.keyboard.press('Control+Enter')
  const missing = 'Please select both a prank and target contact for each shipment'
  await noteOf(page, 'Missing Information', missing).waitFor()
  for (const n of [1, 2]) {
    expect(await button(page, 'Ship All 3 Pranks').isDisabled()).toBe(true)
    await pick(page, `Prank ${n}`, 'sock')
    await pick(page, `Target ${n}`, 'main st, spring')
  }
  await rowOf(page, 2).getByText('The same prank to the same target as in row 1.').waitFor()
  expect(await button(page, 'Ship All 3 Pranks').isDisabled()).toBe(true)
  expect(shipped()).toEqual([])

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

test('when a month is partly shipped or more months are due, then there are rows and numbers for one month, and a note', async () => {
  fake.on(api, [planOf(2, { prankCount: 4, parcelsDue: 7 }), planOf(1, { parcelsDue: 2 })])
  const page = await open(address)
  await form(page).getByText('1 of 3 have left this month').waitFor()
  expect(await form(page).getByRole('listitem').count()).toBe(2)
  await button(page, 'Ship All 2 Pranks').waitFor()
  await button(page, 'Cancel').click()
  await form(page).waitFor({ state: 'hidden' })
  await page
    .getByRole('article')
    .filter({ hasText: 'Pat Potato 2' })
    .getByRole('button', { name: 'Ship Pranks for This Month' })
    .click()
  await form(page).getByText('3 more are owed from an earlier month').waitFor()
  expect(await form(page).getByRole('listitem').count()).toBe(4)
  await form(page).getByLabel('Tracking number prefix').fill('A')
  await form(page).getByText('A-2, A-3, A-4, A-1', { exact: true }).waitFor()
})

test('when all were shipped or the plan has ended, then the form says so, with the rejection of the server', async () => {
  fake.on(api, [planOf(1, { parcelsDue: 0 })])
  const page = await openShuffled()
  await form(page).getByText("All 3 of this month's pranks have left already.").waitFor()
  await button(page, 'Ship All 3 Pranks').click()
  const words = 'All 3 pranks of this month have been shipped already.'
  await noteOf(page, 'Shipping Failed', words).waitFor()
  expect(await form(page).getByText(words).count()).toBe(3)
  await button(page, 'Retry 3 failed').waitFor()
  expect(await violationsOf(page)).toEqual([])
  fake.on(api, [planOf(1, { status: 'cancelled', parcelsDue: 0 })])
  await page.reload()
  await form(page).getByText('This Plan Has Ended').waitFor()
})

test('when targets or earlier shipments cannot be read, or there are none, then it says so, and draws again each time', async () => {
  fake.on(api, [plan])
  const all = fake.targets
  fake.targets = []
  const { [calls.targets]: targets } = api.plans
  api.plans[calls.targets] = { status: 503, body: { message: 'Address books are unavailable.' } }
  api.plans[calls.sent] = { status: 500, body: { message: 'no' } }
  const page = await open(address)
  await form(page).getByText('Address books are unavailable.').waitFor()
  if (targets) api.plans[calls.targets] = targets
  await button(page, 'Retry').click()
  await form(page).getByText('No Targets Yet').waitFor()
  fake.targets = all
  await button(page, 'Check Again').click()
  await form(page).getByText('Shuffle cannot avoid it').waitFor()
  const seen = new Set<string>()
  while (seen.size < 3) {
    await button(page, 'Shuffle').click()
    seen.add((await form(page).getByRole('list').textContent()) ?? '')
  }
  expect(await button(page, 'Ship All 3 Pranks').isDisabled()).toBe(false)
})

test('Shuffle, when it is clicked, then rows differ, avoid earlier shipments, and can still be changed', async () => {
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
