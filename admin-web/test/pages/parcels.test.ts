import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { idOf } from '../samples.ts'
import { noteOf, until, untilIdle, withAdmin } from './admin.ts'
import { at, list, parcelOf } from './fake-parcels.ts'

const { api, open } = withAdmin()
const rows = (page: Page) => page.getByRole('table').getByRole('row')

describe('the queue', () => {
  test('when it is opened, then the parcels to pack are shown with the time that is left, or that is lost', async () => {
    api.plans['GET /api/admin/parcels'] = list(
      parcelOf(1, { shipBy: at(-3.5) }),
      parcelOf(2, { arriveBy: '2027-04-01' }),
    )
    const page = await open('?tab=parcels')
    await page.getByText('3 h late').waitFor()
    await page.getByText('4 h left').waitFor()
    await page.getByText('Arrive by Thu, Apr 1').waitFor()
    const asked = api.callsOf('GET /api/admin/parcels').map(({ query }) => query.get('status'))
    expect(new Set(asked)).toEqual(new Set(['to_pack']))
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await violationsOf(page, { contrast: width === 1440 })).toEqual([])
    }
    expect(await page.getByRole('table').evaluate((table) => table.clientWidth)).toBeLessThanOrEqual(375)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.keyboard.press('j')
    expect(
      await rows(page)
        .nth(1)
        .evaluate((row) => getComputedStyle(row).outlineStyle),
    ).toBe('solid')
  })

  test('when parcels are selected by keyboard, then l prints and s ships them, and what failed is named; one is held with a reason, or released; the next page begins at 201', async () => {
    api.plans['GET /api/admin/parcels'] = ({ query }) =>
      query.get('cursor') === 'next'
        ? { body: { items: [parcelOf(201)], total: 201, nextCursor: null } }
        : {
            body: {
              items: [parcelOf(1), parcelOf(2, { state: 'held', heldBecause: 'Dog' })],
              total: 201,
              nextCursor: 'next',
            },
          }
    api.plans['POST /api/admin/parcels/labels'] = { status: 409, body: { message: 'No paper.', code: 'x' } }
    api.plans['POST /api/admin/parcels/ship'] = ({ body }) => ({
      body: {
        results: (body.parcels as { id: string }[]).map(({ id }, index) => ({
          id,
          outcome: index === 0 ? 'shipped' : 'failed',
          message: index === 0 ? null : 'This parcel was withdrawn.',
        })),
      },
    })
    const page = await open('?tab=parcels')
    await page.getByText('1 to 2 of 201').waitFor()
    expect(api.callsOf('GET /api/admin/parcels').map(({ query }) => query.get('limit'))).toContain('200')
    await page.keyboard.press('a')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('l')
    await noteOf(page, 'Printing Failed', 'No paper.').waitFor()
    const ids = [idOf(1), idOf(2)]
    api.plans['POST /api/admin/parcels/labels'] = 'unavailable'
    // Until the list was read again, nothing more is printed.
    await untilIdle(page)
    await page.keyboard.press('l')
    await noteOf(page, 'Printing Failed', 'now under Label printed can be printed again there.').waitFor()
    expect(api.callsOf('POST /api/admin/parcels/labels')[0]?.body).toEqual({ ids })
    await page.keyboard.press('s')
    await noteOf(page, 'Parcels Shipped', '1 parcel').waitFor()
    await page.getByRole('dialog').getByText('This parcel was withdrawn.').waitFor()
    expect(api.callsOf('POST /api/admin/parcels/ship')[0]?.body).toEqual({
      parcels: [{ id: idOf(1) }, { id: idOf(2) }],
    })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    api.plans['POST /api/admin/parcels/:id/hold'] = { body: parcelOf(1, { state: 'held' }) }
    api.plans['POST /api/admin/parcels/:id/release'] = { body: parcelOf(2) }
    await page.getByRole('button', { name: 'Actions for Potato 1 to Gerald 1' }).click()
    await page.getByRole('menuitem', { name: 'Hold...' }).click()
    await page.getByLabel('Reason, for colleagues').fill('Wrong street')
    await page.keyboard.press('Enter')
    await noteOf(page, 'Parcel Held', 'Potato 1').waitFor()
    expect(api.callsOf('POST /api/admin/parcels/:id/hold')[0]?.body).toEqual({ reason: 'Wrong street' })
    await page.getByRole('button', { name: 'Actions for Potato 2 to Gerald 2' }).click()
    await page.getByRole('menuitem', { name: 'Release' }).click()
    await noteOf(page, 'Parcel Released', 'Potato 2').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('201 to 201 of 201').waitFor()
  })
})

describe('a parcel that came back', () => {
  test('when it is refunded, also one of a plan, or sent again, then the server decides; what it refuses is shown; one that was reported as delivered still comes back', async () => {
    const orderId = 'ab'.repeat(12)
    const parcel = parcelOf(1, { id: `${orderId}-2`, state: 'returned', orderId })
    api.plans['GET /api/admin/parcels'] = list(
      parcel,
      parcelOf(2, { state: 'returned', type: 'plan' }),
      parcelOf(3, { state: 'delivered', shippedAt: at(-9), deliveredAt: at(-1) }),
    )
    api.plans['POST /api/admin/parcels/:id/returned'] = { body: parcelOf(3, { state: 'returned' }) }
    const refund = { refundId: idOf(7), amount: '4.99' }
    const key = (n: number) => `POST /api/admin/parcels/${n === 1 ? parcel.id : ':id'}/refund`
    for (const n of [1, 2]) api.plans[key(n)] = { status: 201, body: { ...refund, status: 'pending' } }
    const page = await open('?tab=parcels&status=returned')
    await page.getByRole('button', { name: 'Actions for Potato 3 to Gerald 3' }).click()
    const cameBack = page.getByRole('menuitem', { name: 'Came back' })
    await cameBack.waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Came back'])
    await cameBack.click()
    await noteOf(page, 'Parcel Came Back', 'Potato 3').waitFor()
    await cameBack.waitFor({ state: 'hidden' })

    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true })
    const ask = async (n: number) => {
      await page.getByRole('button', { name: `Actions for Potato ${n} to Gerald ${n}` }).click()
      await page.getByRole('menuitem', { name: 'Refund...' }).click()
      await confirm.click()
    }
    await ask(1)
    await noteOf(page, 'Refund Requested', '$4.99 for Potato 1').waitFor()
    await confirm.waitFor({ state: 'detached' })
    await ask(2)
    await noteOf(page, 'Refund Requested', '$4.99 for Potato 2').waitFor()

    const message = 'This order is refunded completely: nothing is left.'
    api.plans[key(1)] = { status: 409, body: { message, code: 'conflict' } }
    await confirm.waitFor({ state: 'detached' })
    await ask(1)
    await page.getByRole('dialog').getByRole('alert').getByText(message).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const again = `POST /api/admin/parcels/${parcel.id}/send-again`
    const late = 'This parcel is sent again already.'
    api.plans[again] = { status: 409, body: { message: late, code: 'conflict' } }
    await page.getByRole('button', { name: 'Actions for Potato 1 to Gerald 1' }).click()
    await page.getByRole('menuitem', { name: 'Send again...' }).click()
    const send = page.getByRole('dialog').getByRole('button', { name: 'Send Again' })
    await send.click()
    await page.getByRole('dialog').getByRole('alert').getByText(late).waitFor()
    api.plans[again] = { body: { ...parcel, state: 'to_pack' } }
    api.plans['GET /api/admin/parcels'] = list()
    await send.click()
    await noteOf(page, 'To Pack Again', 'Potato 1').waitFor()
    await page.getByText('Nothing Found').waitFor()
  })
})

describe('scanning and importing', () => {
  test('when codes are typed with Enter, then each outcome is shown large, and the field keeps the focus; when some lines of an import fail, then each is named', async () => {
    api.plans['GET /api/admin/parcels'] = list(parcelOf(1))
    api.plans['POST /api/admin/parcels/import'] = {
      body: {
        results: [
          { line: 2, reference: 'AAAA', outcome: 'changed', message: null },
          { line: 3, reference: 'BBBB', outcome: 'failed', message: 'No parcel has this reference.' },
        ],
      },
    }
    const known = new Set<unknown>()
    api.plans['POST /api/admin/parcels/scan'] = ({ body: { code } }) => {
      if (code === 'NONE') return { status: 404, body: { message: 'No parcel.', code: 'not_found' } }
      const outcome = known.has(code) ? 'already_shipped' : 'shipped'
      known.add(code)
      return { body: { outcome, message: 'Potato 1', parcel: parcelOf(1, { state: 'shipped' }) } }
    }
    const page = await open('?tab=parcels')
    await rows(page).filter({ hasText: 'Gerald 1' }).waitFor()
    await page.keyboard.press('c')
    const field = page.getByLabel('Code on the label')
    // The dialog first gives the focus to its Close button.
    await keyboardOf(page).waitForFocus(field)
    const outcome = page.getByRole('dialog').getByRole('status')
    const listReads = () =>
      api.callsOf('GET /api/admin/parcels').filter(({ query }) => query.get('limit') === '200').length
    const before = listReads()
    for (const [code, title] of [
      ['AAAA', 'Shipped'],
      ['AAAA', 'Already shipped'],
      ['NONE', 'Not shipped'],
    ] as const) {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      await outcome.getByText(title, { exact: true }).waitFor()
    }
    await outcome.getByText('NONE: No parcel has this code.').waitFor()
    await keyboardOf(page).waitForFocus(field)
    expect(await page.getByRole('list', { name: 'Earlier scans' }).getByRole('listitem').count()).toBe(2)
    expect(await violationsOf(page)).toEqual([])

    const ask = page.getByLabel('Ask for tracking numbers')
    const scan = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    const sent = () => api.callsOf('POST /api/admin/parcels/scan').map(({ body }) => body)
    api.calls = api.calls.filter(({ key }) => key !== 'POST /api/admin/parcels/scan')
    await ask.check()
    await scan('BBBB')
    await page.getByLabel('Tracking number of BBBB').waitFor()
    // The next label instead of the carrier's.
    await scan('ghjkmnpqrs')
    await outcome.getByText('ghjkmnpqrs: This is the label of a parcel, not a tracking number.').waitFor()
    await outcome.getByText('Not shipped', { exact: true }).waitFor()
    expect(sent()).toEqual([])
    await scan('9400111')
    await outcome.getByText('Shipped', { exact: true }).waitFor()
    await scan('CCCC')
    await page.getByText('Without the check mark, CCCC is shipped without a number.').waitFor()
    await ask.uncheck()
    await outcome.getByText('CCCC: Potato 1').waitFor()
    // A click or a tap does not take the focus from the scanner.
    await outcome.click()
    await scan('DDDD')
    await outcome.getByText('DDDD: Potato 1').waitFor()
    expect(sent()).toEqual([{ code: 'BBBB', trackingNumber: '9400111' }, { code: 'CCCC' }, { code: 'DDDD' }])

    // Once for all scans.
    expect(listReads()).toBe(before)
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.plans['POST /api/admin/parcels/scan'] = async () => {
      await answered
      return { status: 404, body: { message: 'No parcel.', code: 'not_found' } }
    }
    await scan('LATE')
    await outcome.getByText('LATE: Sending...').waitFor()
    await ask.check()
    await scan('LAST')
    await page.getByLabel('Tracking number of LAST').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await noteOf(page, 'Not Shipped', 'LAST still waited for its tracking number.').waitFor()
    answer()
    await noteOf(page, 'Not Shipped', 'LATE: No parcel has this code.').waitFor()
    await until(() => listReads() > before)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const file = {
      name: 'tracking.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('reference,tracking_number\n'),
    }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('1 changed, 0 unchanged, 1 failed').waitFor()
    await page.getByText('No parcel has this reference.').waitFor()
  })

  test('when a scan has no answer, then it is neither shipped nor not shipped: it is to be scanned again', async () => {
    api.plans['GET /api/admin/parcels'] = list(parcelOf(1))
    api.plans['POST /api/admin/parcels/scan'] = 'unavailable'
    const page = await open('?tab=parcels')
    await rows(page).filter({ hasText: 'Gerald 1' }).waitFor()
    await page.keyboard.press('c')
    await keyboardOf(page).waitForFocus(page.getByLabel('Code on the label'))
    const outcome = page.getByRole('dialog').getByRole('status')
    await page.keyboard.type('AAAA')
    await page.keyboard.press('Enter')
    await outcome.getByText('Not known', { exact: true }).waitFor()
    await outcome.getByText('AAAA: ').getByText('Scan it again: nothing is shipped twice.').waitFor()
    expect(await violationsOf(page)).toEqual([])

    const answered = Promise.withResolvers<void>()
    api.plans['POST /api/admin/parcels/scan'] = async () => {
      await answered.promise
      return { status: 500, body: { message: 'Something broke.', code: 'fault' } }
    }
    await page.keyboard.type('LATE')
    await page.keyboard.press('Enter')
    await outcome.getByText('LATE: Sending...').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    answered.resolve()
    await noteOf(
      page,
      'Not Known',
      'LATE: Something broke. Scan it again: nothing is shipped twice.',
    ).waitFor()
  })

  test('when the file is changed after it was chosen, then nothing is sent, and it can be chosen again', async () => {
    api.plans['GET /api/admin/parcels'] = list(parcelOf(1))
    const imported = 'POST /api/admin/parcels/import'
    api.plans[imported] = { body: { results: [] } }
    const folder = await mkdtemp(join(tmpdir(), 'parcels-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'tracking.csv')
    await writeFile(file, 'reference\n')
    const page = await open('?tab=parcels')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const field = page.getByLabel('CSV file')
    await field.setInputFiles(file)
    await writeFile(file, 'reference,tracking_number\n')
    const send = page.getByRole('button', { name: 'Import', exact: true })
    await send.click()
    const changed = page.getByText('The file has changed since it was chosen. Please choose it again.')
    await changed.waitFor()
    expect(await page.getByText('It is not known which lines were imported.').count()).toBe(0)
    expect([await field.inputValue(), await send.isDisabled()]).toEqual(['', true])
    await field.setInputFiles(file)
    await changed.waitFor({ state: 'detached' })
    await send.click()
    await page.getByText('The file has no lines.').waitFor()
    expect(api.callsOf(imported).map(({ body }) => body)).toEqual([{ csv: 'reference,tracking_number\n' }])
  })
})
