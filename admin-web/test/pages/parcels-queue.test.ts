import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { idOf } from '../samples.ts'
import { noteOf, until, untilIdle, withAdmin } from './admin.ts'
import { operatorOf } from './fake-api.ts'
import { list, parcelOf } from './fake-parcels.ts'

const { api, open } = withAdmin()
const queue = 'GET /api/admin/parcels'
const rowOf = (page: Page, n: number) => page.getByRole('row').filter({ hasText: `Gerald ${n}` })
const checkboxOf = (page: Page, n: number) =>
  page.getByRole('checkbox', { name: `Select Potato ${n} to Gerald ${n}` })

describe('when parcels leave the queue', () => {
  test('when some of them could not be shipped, then they are named, also when none is left', async () => {
    api.plans[queue] = list(parcelOf(1), parcelOf(2), parcelOf(3))
    api.plans['POST /api/admin/parcels/ship'] = ({ body }) => {
      const ids = (body.parcels as { id: string }[]).map(({ id }) => id)
      api.plans[queue] = ids.includes(idOf(3)) ? list(parcelOf(4)) : list()
      const failed = { outcome: 'failed', message: 'This parcel was withdrawn.' }
      const results = ids.map((id) =>
        id === idOf(2) || id === idOf(4) ? { id, ...failed } : { id, outcome: 'shipped', message: null },
      )
      return { body: { results } }
    }
    const page = await open('?tab=parcels')
    const results = page.getByRole('dialog')
    await rowOf(page, 3).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('s')
    await noteOf(page, 'Parcels Shipped', '2 parcels').waitFor()
    await results.getByText('Not shipped: 1 of 3').waitFor()
    expect(await results.getByRole('listitem').allTextContents()).toEqual([
      'Potato 2 Gerald 2This parcel was withdrawn.',
    ])
    await page.keyboard.press('Escape')
    await results.waitFor({ state: 'detached' })

    await rowOf(page, 4).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await results.getByText('Potato 4').waitFor()
    await page.getByText('Nothing to Pack').waitFor()
    await results.getByText('Not shipped: 1 of 1').waitFor()
  })

  test('when one cannot be held any more, then the dialog says so, with the reason that was typed', async () => {
    api.plans[queue] = list(parcelOf(1), parcelOf(2))
    api.plans['POST /api/admin/parcels/:id/hold'] = () => {
      api.plans[queue] = list(parcelOf(2))
      return { status: 409, body: { message: 'This parcel was shipped already.', code: 'conflict' } }
    }
    const page = await open('?tab=parcels')
    await page.getByRole('button', { name: 'Actions for Potato 1 to Gerald 1' }).click()
    await page.getByRole('menuitem', { name: 'Hold...' }).click()
    const reason = page.getByLabel('Reason, for colleagues')
    await reason.fill('Wrong street')
    await page.keyboard.press('Enter')
    await rowOf(page, 1).waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByText('This parcel was shipped already.').waitFor()
    expect(await reason.inputValue()).toBe('Wrong street')
  })
})

describe('the selection', () => {
  test('when rows leave the list, then they are not selected any more; a filter begins without a selection', async () => {
    api.plans[queue] = list(parcelOf(1), parcelOf(2), parcelOf(3))
    const labels = 'POST /api/admin/parcels/labels'
    api.plans[labels] = () => {
      api.plans[queue] = list(parcelOf(1), parcelOf(3))
      return { status: 409, body: { message: 'A parcel was withdrawn.', code: 'conflict' } }
    }
    const page = await open('?tab=parcels')
    await rowOf(page, 3).waitFor()
    for (const key of ['j', 'x', 'j', 'x', 'l']) await page.keyboard.press(key)
    await rowOf(page, 2).waitFor({ state: 'detached' })
    await page.getByText('1 selected').waitFor()
    // Until the list was read again, nothing more is printed.
    await untilIdle(page)
    await page.keyboard.press('l')
    await until(() => api.callsOf(labels).length === 2)
    expect(api.callsOf(labels).map(({ body }) => body.ids)).toEqual([[idOf(1), idOf(2)], [idOf(1)]])

    api.plans[queue] = ({ query }) =>
      query.get('type') === 'once' ? list(parcelOf(1)) : list(parcelOf(1), parcelOf(3))
    await page.keyboard.press('a')
    await page.getByText('2 selected').waitFor()
    await page.getByLabel('Type filter').click({ force: true })
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: /^Orders$/ })
      .click()
    await rowOf(page, 3).waitFor({ state: 'detached' })
    await page.getByText('None selected').waitFor()
  })

  test('when rows are selected with the mouse, then the keys work afterwards; after Space the focus stays', async () => {
    api.plans[queue] = list(parcelOf(1), parcelOf(2), parcelOf(3))
    const page = await open('?tab=parcels')
    await checkboxOf(page, 1).click()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('a')
    await page.getByText('None selected').waitFor()
    await checkboxOf(page, 3).focus()
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()
    await keyboardOf(page).waitForFocus(checkboxOf(page, 3))
  })
})

test('when the next page or another filter is still being read, then no key and no click acts on the rows of the one before', async () => {
  const shipKey = 'POST /api/admin/parcels/ship'
  let answered = Promise.withResolvers<void>()
  api.plans[queue] = async ({ query }) => {
    const isLater = query.has('cursor') || query.has('type')
    if (isLater) await answered.promise
    const items = isLater ? [parcelOf(3), parcelOf(4)] : [parcelOf(1), parcelOf(2)]
    return { body: { items, total: 4, nextCursor: query.has('cursor') ? null : 'next' } }
  }
  api.plans[shipKey] = ({ body }) => ({
    body: {
      results: (body.parcels as object[]).map((one) => ({ ...one, outcome: 'shipped', message: null })),
    },
  })
  const page = await open('?tab=parcels')
  await rowOf(page, 2).waitFor()
  await page.getByRole('button', { name: 'Older' }).click()
  await page.locator('[aria-busy="true"]').getByText('Gerald 2').waitFor()
  for (const key of ['a', 's', 'j', 's']) await page.keyboard.press(key)
  await page.getByText('None selected').waitFor()
  answered.resolve()
  await rowOf(page, 4).waitFor()
  expect(api.callsOf(shipKey)).toEqual([])
  await page.keyboard.press('a')
  await page.keyboard.press('s')
  await noteOf(page, 'Parcels Shipped', '2 parcels').waitFor()
  expect(api.callsOf(shipKey).map(({ body }) => body)).toEqual([
    { parcels: [{ id: idOf(3) }, { id: idOf(4) }] },
  ])

  await page.getByRole('button', { name: 'Newest' }).click()
  await rowOf(page, 2).waitFor()
  answered = Promise.withResolvers<void>()
  await page.getByLabel('Type filter').click({ force: true })
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: /^Orders$/ })
    .click()
  await page.locator('[aria-busy="true"]').getByText('Gerald 2').waitFor()
  const { x = 0, y = 0 } =
    (await page.getByRole('button', { name: 'Actions for Potato 1 to Gerald 1' }).boundingBox()) ?? {}
  await page.mouse.click(x + 4, y + 4)
  expect(await page.getByRole('menuitem').count()).toBe(0)
  answered.resolve()
  await rowOf(page, 4).waitFor()
})

test('when the queue is searched, then parcels of all states are found, and the filter says so', async () => {
  api.plans[queue] = ({ query }) =>
    query.get('status') === null && query.get('q') === 'GHJK'
      ? list(parcelOf(1, { state: 'label_printed', reference: 'GHJK' }))
      : list()
  const page = await open('?tab=parcels')
  await page.getByText('Nothing to Pack').waitFor()
  await page.getByLabel('Search recipient or reference').fill('GHJK')
  await rowOf(page, 1).getByText('Label printed').waitFor()
  const filter = page.locator('.ant-select').filter({ has: page.getByLabel('Status filter') })
  await filter.getByText('All states').waitFor()
  await page.getByLabel('Status filter').click({ force: true })
  await page.locator('.ant-select-item-option').filter({ hasText: 'To pack' }).click()
  await page.getByText('Nothing Found').waitFor()
  await page.getByLabel('Search recipient or reference').fill('')
  await filter.getByText('To pack').waitFor()
  const last = await until(() => api.callsOf(queue).findLast(({ query }, n) => n > 0 && !query.has('q')))
  expect(last.query.get('status')).toBe('to_pack')
})

test('when a supporter opens the queue, then a held parcel can be released, and one to pack has no actions', async () => {
  api.operator = operatorOf('support')
  api.plans[queue] = list(parcelOf(1, { state: 'held', heldBecause: 'Dog' }), parcelOf(2))
  api.plans['POST /api/admin/parcels/:id/release'] = { body: parcelOf(1) }
  const page = await open('?tab=parcels', {
    stranger: true,
    stored: { 'prankpost-admin-account': 'kim@shop.test' },
  })
  await page.getByRole('button', { name: 'Actions for Potato 1 to Gerald 1' }).click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  await noteOf(page, 'Parcel Released', 'Potato 1').waitFor()
  expect(
    await rowOf(page, 2)
      .getByRole('button', { name: /^Actions/ })
      .count(),
  ).toBe(0)
})

test('when a day is chosen, then the queue is asked for the parcels until its end where the operator is', async () => {
  api.plans[queue] = list(parcelOf(1))
  const page = await open('?tab=parcels', { timezoneId: 'America/Los_Angeles' })
  await page.getByLabel('Ship by').fill('2027-04-01')
  const asked = () => api.callsOf(queue).find(({ query }) => query.has('shipBy'))
  await until(asked)
  expect(asked()?.query.get('shipBy')).toBe('2027-04-02T07:00:00.000Z')
})

test('when the keys move through a long queue, then the active row is never behind the bars above the list', async () => {
  api.plans[queue] = list(...Array.from({ length: 60 }, (_, n) => parcelOf(n + 1)))
  const page = await open('?tab=parcels')
  await rowOf(page, 60).waitFor()
  for (let n = 0; n < 40; n += 1) await page.keyboard.press('j')
  for (let n = 0; n < 30; n += 1) await page.keyboard.press('k')
  const row = await page.locator('tr[data-active]').filter({ hasText: 'Gerald 10' }).boundingBox()
  const bar = await page.getByRole('toolbar', { name: 'Selection' }).boundingBox()
  expect(row?.y).toBeGreaterThanOrEqual((bar?.y ?? Number.NaN) + (bar?.height ?? Number.NaN))
})

test('when all parcels of a later page have left the filter, then the list leads to its first page', async () => {
  api.plans[queue] = ({ query }) =>
    query.has('cursor')
      ? { body: { items: [], total: 200, nextCursor: null } }
      : { body: { items: [parcelOf(1)], total: 200, nextCursor: 'x' } }
  const page = await open('?tab=parcels&status=label_printed&cursor=x')
  const newest = page.getByRole('button', { name: 'Go to Newest' })
  await newest.waitFor()
  expect(await page.getByRole('navigation', { name: 'Pages' }).getByText('of 200').allTextContents()).toEqual(
    [],
  )
  await newest.click()
  await rowOf(page, 1).waitFor()
  expect(new URL(page.url()).searchParams.get('status')).toBe('label_printed')
})
