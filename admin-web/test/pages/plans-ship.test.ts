import { describe, expect, test } from 'vitest'
import { idOf } from '../samples.ts'
import { noteOf, until, withAdmin } from './admin.ts'
import { calls } from './fake-plans.ts'
import { address, button, form, openFromCard, pick, plan, rowOf, withShipForm } from './ship-form.ts'

const admin = withAdmin()
const { api, open } = admin
const { fake, shipped, openShuffled, answerNth, holdBack } = withShipForm(admin)

describe('shipping', () => {
  test('when everything is chosen, then one call for each row is sent once, with the specified body, for two clicks; the form stays until all are shipped, also after Back', async () => {
    fake.on(api, [plan])
    const answer = holdBack()
    const page = await open('?tab=plans')
    await openFromCard(page)
    const chosen = [
      ['potato', 'ann'],
      ['glitter', 'bob'],
      ['sock', 'cid'],
    ] as const
    for (const [i, [prank, target]] of chosen.entries()) {
      await pick(page, `Prank ${i + 1}`, prank)
      await pick(page, `Target ${i + 1}`, target)
    }
    await form(page).getByLabel('Tracking number prefix').fill(' 1Z-999 ')
    await form(page).getByLabel('Admin notes').fill(' Handle with care ')
    await button(page, 'Ship All 3 Pranks').evaluate((element: HTMLButtonElement) => {
      element.click()
      element.click()
      element.form?.requestSubmit()
    })
    await until(() => shipped().length === 3)
    const pranks = [11, 12, 16]
    expect(shipped()).toEqual(
      [1, 2, 3].map((i) => ({
        stripeSubscriptionId: plan.stripeSubscriptionId,
        userId: plan.userId,
        prankId: idOf(pranks[i - 1] ?? 0),
        contactId: idOf(20 + i),
        quantity: 1,
        adminNotes: `Handle with care (Shipment ${i}/3)`,
        trackingNumber: `1Z-999-${i}`,
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })),
    )
    expect(new Set(shipped().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
    // The form cannot be closed while it ships.
    await page.goBack()
    await page.waitForURL((url) => url.search === address)
    await rowOf(page, 1).getByText('Shipping...').waitFor()
    await page.keyboard.press('Escape')
    expect(await button(page, 'Cancel').isDisabled()).toBe(true)
    expect(await button(page, 'Close').count()).toBe(0)
    const readsBefore = ['subscription-logs', 'subscriptions', 'orders'].map(
      (name) => [`GET /api/admin/${name}`, api.callsOf(`GET /api/admin/${name}`).length] as const,
    )
    answer()
    await noteOf(page, 'Pranks Shipped').waitFor()
    await form(page).waitFor({ state: 'hidden' })
    await page.getByRole('article').getByText('0 of 3 due').waitFor()
    await until(() => readsBefore.every(([key, count]) => api.callsOf(key).length > count))
    expect(new URL(page.url()).search).toBe('?tab=plans')
    expect(shipped()).toHaveLength(3)
  })

  test('when one is rejected, then only that one is tried again: unchanged with its key, changed with a new one', async () => {
    fake.on(api, [plan])
    const refusal = { status: 404, body: { message: 'This target is not there any more.' } }
    answerNth({ 2: refusal, 4: refusal })
    const page = await openShuffled()
    await button(page, 'Ship All 3 Pranks').click()
    await noteOf(page, 'Shipping Failed', 'This target is not there any more.').waitFor()
    await form(page).getByText('This target is not there any more.').waitFor()
    expect(await form(page).getByText('Shipped', { exact: true }).count()).toBe(2)
    await button(page, 'Retry 1 failed').click()
    await until(() => shipped().length === 4)
    const [, refused] = shipped()
    expect(shipped()[3]).toEqual(refused)
    const n = Number(/Shipment (\d)/.exec(String(refused?.adminNotes))?.[1])
    await rowOf(page, n).getByText('Failed', { exact: true }).waitFor()
    const other = fake.targets.find(({ id }) => id !== refused?.contactId)
    await pick(page, `Target ${n}`, String(other?.name))
    await button(page, 'Retry 1 failed').click()
    await noteOf(page, 'Pranks Shipped').waitFor()
    expect(shipped()).toHaveLength(5)
    expect(shipped()[4]).toEqual({
      ...refused,
      contactId: other?.id,
      idempotencyKey: expect.not.stringContaining(String(refused?.idempotencyKey)),
    })
    expect(fake.left.size).toBe(3)
  })

  test('when it is not known whether a parcel was shipped, then its row stays locked until the same call completes it', async () => {
    fake.on(api, [plan])
    answerNth({
      3: (body) => {
        fake.ship(body)
        return { status: 502, text: '<html>' }
      },
      // The gateway refuses it before the service has searched for the parcel.
      4: { status: 429, body: { message: 'Too many calls.' } },
      5: 'unavailable',
    })
    const page = await openShuffled()
    await form(page).getByLabel('Tracking number prefix').fill('A')
    await button(page, 'Ship All 3 Pranks').click()
    await noteOf(page, 'Shipping Failed', 'Failed to ship some pranks').waitFor()
    const unknown = form(page).getByRole('listitem').filter({ hasText: 'Not known' })
    await unknown.getByText('The parcel may have left all the same').waitFor()
    expect(
      await unknown
        .getByRole('combobox')
        .evaluateAll((all) => all.map((one) => one.hasAttribute('disabled'))),
    ).toEqual([true, true])
    await button(page, 'Cancel').click()
    await page.getByText('It is not known whether one parcel has left.').waitFor()
    await page.getByRole('button', { name: 'Keep Editing' }).click()
    await button(page, 'Shuffle').click()
    await form(page).getByLabel('Tracking number prefix').fill('B')
    await button(page, 'Retry 1 failed').click()
    await unknown.getByText('Too many calls. The parcel may have left').waitFor()
    await button(page, 'Retry 1 failed').click()
    await unknown.getByText('Network connection failed').waitFor()
    await button(page, 'Retry 1 failed').click()
    await noteOf(page, 'Pranks Shipped').waitFor()
    const [, , first, ...later] = shipped()
    expect(later).toEqual([first, first, first])
    expect(fake.left.size).toBe(3)
  })

  test('when it is not known whether a parcel of the draw was shipped, then closing asks, although nothing was changed', async () => {
    fake.on(api, [plan])
    fake.draw = [1, 2, 3].map((slot) => ({
      invoiceId: slot === 3 ? 'in_2' : 'in_1',
      slot,
      prankId: idOf(10 + slot),
      contactId: idOf(20 + slot),
    }))
    answerNth({ 3: 'unavailable' })
    const page = await open(address)
    await button(page, 'Ship All 3 Pranks').click()
    await form(page).getByRole('listitem').filter({ hasText: 'Not known' }).waitFor()
    expect(shipped().map(({ invoiceId }) => invoiceId)).toEqual(['in_1', 'in_1', 'in_2'])
    await button(page, 'Cancel').click()
    await page.getByText('It is not known whether one parcel has left.').waitFor()
    await page.getByRole('button', { name: 'Close All the Same' }).click()
    await form(page).waitFor({ state: 'hidden' })
  })
})

test('when only the keyboard is used, then s, Enter and Ctrl+Enter ship a month, also after all calls failed', async () => {
  fake.on(api, [plan])
  api.plans[calls.ship] = { status: 500, text: '' }
  const page = await open('?tab=plans')
  await page.getByRole('article').waitFor()
  for (const key of ['j', 's']) await page.keyboard.press(key)
  await button(page, 'Ship All 3 Pranks').waitFor()
  await page.keyboard.press('Enter')
  await until(() => api.callsOf(calls.sent).length > 0)
  await page.keyboard.press('Control+Enter')
  // Nothing could be recorded, and the answer has no message.
  await noteOf(page, 'Shipping Failed', 'Failed to record prank shipment').waitFor()
  fake.on(api, [plan])
  await page.keyboard.press('Control+Enter')
  await noteOf(page, 'Pranks Shipped', '3 parcels for Pat Potato 1').waitFor()
  expect(fake.left.size).toBe(3)
})
