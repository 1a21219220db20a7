import type { AdminCase } from '@prankpost/contracts/case'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf } from '../samples.ts'
import { noteOf, withAdmin } from './admin.ts'
import { list as listOfParcels, parcelOf } from './fake-parcels.ts'

const { api, open } = withAdmin()
const list = 'GET /api/admin/cases'
const id = idOf(0xca5e)
const sender = 'POST /api/admin/cases/:id/sender'
const close = 'POST /api/admin/cases/:id/close'
const opened = '2026-03-01T10:00:00.000Z'

const caseOf = (over: Partial<AdminCase> = {}): AdminCase => ({
  id,
  status: 'open',
  openedAt: opened,
  isErased: false,
  hasUnit: false,
  reports: [
    { message: 'It does not stop.', at: opened },
    { message: null, at: opened },
  ],
  closed: null,
  ...over,
})
const has = (...cases: AdminCase[]) => {
  api.plans[list] = { body: { items: cases, total: cases.length, nextCursor: null } }
}
const title = `Case ${id.slice(-8).toUpperCase()}`

test('when a case is open, then it shows the reports and no sender; the sender is shown after a reason', async () => {
  has(caseOf())
  const customer = { id: idOf(7), email: 'sly@example.com', firstName: 'Sly' }
  api.plans[sender] = {
    body: { senders: [{ reference: 'GHJKMNPQRS', orderId: idOf(8), customer }] },
  }
  const page = await open('?tab=cases')
  const card = page.getByRole('article', { name: title })
  await card.getByText('It does not stop.').waitFor()
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
  }
  await card.getByRole('button', { name: 'Show Sender' }).click()
  const dialog = page.getByRole('dialog')
  const show = dialog.getByRole('button', { name: 'Show Sender' })
  expect(await show.isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('The police asked.')
  await show.click()
  await dialog.getByText('Sly (sly@example.com)').waitFor()
  const link = dialog.getByRole('link', { name: 'Parcel GHJKMNPQRS' })
  expect(await link.getAttribute('href')).toContain('?tab=parcels&q=GHJKMNPQRS')
  expect(api.callsOf(sender).map(({ body }) => body)).toMatchObject([{ reason: 'The police asked.' }])
  const printed = parcelOf(1, { state: 'label_printed', reference: 'GHJKMNPQRS' })
  api.plans['GET /api/admin/parcels'] = ({ query }) =>
    query.get('status') === null ? listOfParcels(printed) : listOfParcels()
  await link.click()
  await page.getByRole('row').filter({ hasText: 'Gerald 1' }).waitFor()
})

test('when a case is closed, then the request has the outcome and the note; a refusal keeps the dialog open', async () => {
  has(caseOf())
  api.plans[close] = {
    status: 409,
    body: { message: 'It was closed meanwhile.', code: 'conflict', requestId: 'r' },
  }
  const page = await open('?tab=cases')
  await page.getByRole('button', { name: 'Close Case' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Dismiss/ }).check()
  await dialog.getByText('Parcels that are held stay held.').waitFor()
  await dialog.getByLabel('Note').fill('A joke.')
  await dialog.getByRole('button', { name: 'Close Case' }).click()
  await dialog.getByText('It was closed meanwhile.').waitFor()
  const closed = { at: opened, by: 'Olga', outcome: 'dismissed' as const, note: 'A joke.' }
  api.plans[close] = { body: caseOf({ status: 'closed', closed }) }
  has(caseOf({ status: 'closed', closed }))
  await dialog.getByRole('button', { name: 'Close Case' }).click()
  await noteOf(page, 'Case Closed', '').waitFor()
  await page.getByText('Dismissed by Olga').waitFor()
  expect(api.callsOf(close).at(-1)?.body).toMatchObject({ outcome: 'dismissed', note: 'A joke.' })
})

test('when the address has a unit, then the operator blocks only the unit, or chooses the whole house', async () => {
  has(caseOf({ hasUnit: true }))
  const closed = { at: opened, by: 'Olga', outcome: 'blocked' as const, note: 'Threats.' }
  api.plans[close] = { body: caseOf({ hasUnit: true, status: 'closed', closed }) }
  const page = await open('?tab=cases')
  const dialog = page.getByRole('dialog')
  for (const scope of ['unit', 'house']) {
    await page.getByRole('button', { name: 'Close Case' }).click()
    const scopes = dialog.getByRole('radiogroup', { name: 'The address on this parcel has a unit.' })
    expect(await scopes.getByRole('radio', { name: /^Only this unit/ }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: /^Dismiss/ }).check()
    expect(await scopes.count()).toBe(0)
    await dialog.getByRole('radio', { name: /^Block/ }).check()
    if (scope === 'house') await scopes.getByRole('radio', { name: /^The whole house/ }).check()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Note').fill(closed.note)
    await dialog.getByRole('button', { name: 'Close Case' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(api.callsOf(close).at(-1)?.body).toEqual({ outcome: 'blocked', note: closed.note, scope })
  }
})

test('when the address was erased before the report, then the case says so, and can only be dismissed; the order of a deleted account is shown', async () => {
  has(caseOf({ isErased: true }))
  api.plans[sender] = { body: { senders: [{ reference: 'GHJKMNPQRS', orderId: idOf(8), customer: null }] } }
  const page = await open('?tab=cases')
  await page.getByText('The address of this parcel was erased').waitFor()
  await page.getByRole('button', { name: 'Show Sender' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The police asked.')
  await dialog.getByRole('button', { name: 'Show Sender' }).click()
  await dialog.getByRole('link', { name: /^Open the order/ }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const closed = { at: opened, by: 'Olga', outcome: 'dismissed' as const, note: 'Answered.' }
  api.plans[close] = { body: caseOf({ status: 'closed', isErased: true, closed }) }
  await page.getByRole('button', { name: 'Close Case' }).click()
  await dialog.getByText('It cannot be blocked').waitFor()
  expect(await dialog.getByRole('radio').count()).toBe(0)
  await dialog.getByLabel('Note').fill(closed.note)
  await dialog.getByRole('button', { name: 'Close Case' }).click()
  await noteOf(page, 'Case Closed', '').waitFor()
  expect(api.callsOf(close).at(-1)?.body).toMatchObject({ outcome: 'dismissed', note: closed.note })
})
