import type { ParcelDocumentsInput } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import { afterAll, describe, expect, test } from 'vitest'
import { adminPassword, gerald, orderPaid, potato, sender, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const message = 'Enjoy it while it lasts.'

async function print(kind: ParcelDocumentsInput['kind'], parcelIds: string[]) {
  const response = await fetch(`${fixture.url}/api/admin/parcel-documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-password': adminPassword },
    body: JSON.stringify({ kind, parcelIds }),
  })
  if (response.status !== 200) throw new Error(`${kind}: ${response.status} ${await response.text()}`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return readPdf(await response.arrayBuffer())
}

/** Prints labels and slips from the queue. */
const printQueued = (ids: string[]) =>
  fetch(`${fixture.url}/api/admin/parcels/labels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-password': adminPassword },
    body: JSON.stringify({ ids }),
  })

/** A paid order to these targets; returns the ids of its parcels. */
async function order(contacts: Partial<typeof gerald>[], customMessage: string | null = null) {
  const items = contacts.map((contact) => ({ contact: { ...gerald, ...contact } }))
  const paid = orderPaid(items, { customMessage })
  expect(await fixture.deliver(paid)).toBeNull()
  return items.map((_, n) => `${paid.subject}-${n + 1}`)
}

/** The address on a label. */
const addressOn = (lines: string[] = []) => lines.slice(lines.indexOf('SHIP TO') + 1, -1)

/** The line with a parcel's reference on its documents. */
const referenceLine = expect.stringMatching(/^Ref [GHJKMNPQRSTVWXYZ]{10}$/)

describe('labels', () => {
  test('when they are printed then each parcel has a page of 4 by 6 inches that shows only the neutral sender, its address and its reference', async () => {
    const ids = await order([{}, { name: 'Ann Other', address: '2 Main St Apt 3' }], message)
    const { pages } = await print('labels', ids)
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [288, 432],
      [288, 432],
    ])
    expect(pages[0]?.lines).toEqual([
      'Parcel Services',
      'SHIP TO',
      'Gerald Snail',
      '1 Garden Path',
      'Bend OR 97701',
      referenceLine,
    ])
    expect(pages[1]?.lines).toEqual([
      'Parcel Services',
      'SHIP TO',
      'Ann Other',
      '2 Main St Apt 3',
      'Bend OR 97701',
      referenceLine,
    ])
    expect(pages[0]?.pieces.find(({ text }) => text === gerald.name)?.size).toBe(26)
  })

  test("when a plan's parcel is shipped then it has a label, without the operator's tracking number", async () => {
    const plan = await fixture.plan({ prankCount: 2 })
    const { body } = await fixture.ship(plan, { trackingNumber: 'TRACK-7' })
    const { pages } = await print('labels', [body.parcelId])
    expect(pages[0]?.lines.slice(-2)).toEqual(['Bend OR 97701', referenceLine])
  })

  test('when one was printed before, with its order, in the queue or once it was shipped, then it says REPRINT', async () => {
    const [once = '', queued = ''] = await order([{}, {}])
    const { parcelId } = (await fixture.ship(await fixture.plan())).body
    const isReprint = async (...ids: string[]) =>
      (await print('labels', ids)).pages.map(({ lines }) => lines.includes('REPRINT'))
    const answer = await printQueued([queued])
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    expect(await isReprint(once, queued, parcelId)).toEqual([false, true, false])
    await print('slips', [once])
    expect(await isReprint(once, queued, parcelId)).toEqual([true, true, true])
  })

  test('when an address has a second line then it is on a line of its own, on label and slip', async () => {
    const ids = await order([{ address2: 'Suite 5' }, { address2: null }, { address2: '' }])
    const withLine = ['Gerald Snail', '1 Garden Path', 'Suite 5', 'Bend OR 97701']
    const without = ['Gerald Snail', '1 Garden Path', 'Bend OR 97701']
    const labels = (await print('labels', ids)).pages.map(({ lines }) => addressOn(lines))
    expect(labels).toEqual([withLine, without, without])
    const slips = (await print('slips', ids)).pages.map(({ lines }) => lines.slice(5, -1))
    expect(slips).toEqual([withLine, without, without])
  })

  test('when parts of an imported address are missing then the rest is printed', async () => {
    const ids = await order([{ address: '', city: '', state: '' }])
    expect(addressOn((await print('labels', ids)).pages[0]?.lines)).toEqual(['Gerald Snail', '97701'])
  })
})

describe('packing slips', () => {
  test("when they are printed then each shows the content, the target, and the customer's message", async () => {
    const paid = orderPaid([{ quantity: 3 }], { customMessage: `${message}\nBye!` })
    await fixture.deliver(paid)
    const { pages } = await print('slips', [`${paid.subject}-1`])
    expect(pages).toMatchObject([{ width: 288, height: 432 }])
    expect(pages[0]?.lines).toEqual([
      expect.stringMatching(/^PACKING SLIP Ref [GHJKMNPQRSTVWXYZ]{10}$/),
      'PRANK',
      'Raw Potato',
      'Quantity 3',
      'TARGET',
      'Gerald Snail',
      '1 Garden Path',
      'Bend OR 97701',
      'MESSAGE',
      message,
      'Bye!',
      expect.stringMatching(/^Contents, stop, report: store\.test\/r\/[GHJKMNPQRSTVWXYZ]{10}$/),
    ])
  })

  test('when there are a tracking number and notes then they are not printed; without a message its section is left out', async () => {
    const plan = await fixture.plan()
    const { body } = await fixture.ship(plan, {
      trackingNumber: 'TRACK-7',
      adminNotes: 'for the operator alone',
    })
    const [page] = (await print('slips', [body.parcelId])).pages
    expect(page?.lines.at(-2)).toBe('Bend OR 97701')
    expect(page?.lines.join()).not.toMatch(/TRACK|MESSAGE|operator/)
  })
})

describe('parcel documents', () => {
  test('when pages are requested in some order then they are in that order, each parcel once', async () => {
    const [a = '', b = ''] = await order([{ name: 'First' }, { name: 'Second' }])
    const [c = ''] = await order([{ name: 'Third' }])
    const { pages } = await print('labels', [c, b, a, c])
    expect(pages.map(({ lines }) => addressOn(lines)[0])).toEqual(['Third', 'Second', 'First'])
  })

  test('when the customer of a plan or an order has a name then no document shows it', async () => {
    const plan = await fixture.plan()
    const { body } = await fixture.ship(plan)
    const ids = [body.parcelId, ...(await order([{}], message))]
    for (const kind of ['labels', 'slips'] as const) {
      const { pages, about } = await print(kind, ids)
      const text = JSON.stringify([pages, about])
      for (const word of Object.values(sender)) expect(text.toLowerCase()).not.toContain(word.toLowerCase())
      expect(text.includes(potato.name)).toBe(kind === 'slips')
      expect(text.includes(message)).toBe(kind === 'slips')
    }
    const raw = JSON.stringify(await fixture.shipments.find().lean())
    for (const word of Object.values(sender)) expect(raw).not.toContain(word)
  })

  const names = [
    ['Łukasz Żółć Ñandú', 'Łukasz Żółć Ñandú'],
    ['Nguyễn Đặng', 'Nguyễn Đặng'],
    ['Ελένη Иван Ґалаґан', 'Ελένη Иван Ґалаґан'],
    ['Ren\u0065\u0301 with his accent apart', 'René with his accent apart'],
    ['x\u0301x\u0302 has no letter of its own', 'x\u0301x has no letter of its own'],
    ['office \u202Etaffy\u202C\u00ADfluff', 'office taffyfluff'],
    ['👩‍👩‍👧 ❤️ 漢字 🏴󠁧󠁢󠁥󠁮󠁧󠁿 \uD83D!', '\uFFFD \uFFFD \uFFFD\uFFFD \uFFFD \uFFFD!'],
  ]
  test('when names have accents, other scripts or signs that no font has then they are printed, and can be searched for', async () => {
    const { pages } = await print('labels', await order(names.map(([name = '']) => ({ name }))))
    const plain = (name = '') => name.normalize('NFC').replaceAll(' ', '')
    const printed = pages.map(({ lines }) => plain(addressOn(lines).slice(0, -2).join(' ')))
    expect(printed).toEqual(names.map(([, expected]) => plain(expected)))
  })

  test('when every text has its maximum length, in words, one endless word, wide accents or lines, then all of it is on one page, within its edges', async () => {
    const units = ['Wwwwww ', 'W', 'Ẅ', 'W\n']
    const long = (unit: string, length: number) => unit.repeat(length).slice(0, length)
    const orders = units.map((unit) => {
      const [name, address] = [long(unit, 100), long(unit, 200)]
      const contact = { ...gerald, name, address, address2: name, city: name, zipCode: '12345-6789' }
      return orderPaid([{ contact, prank: { ...prank(), name } }], { customMessage: long(unit, 280) })
    })
    for (const paid of orders) await fixture.deliver(paid)
    const ids = orders.map(({ subject }) => `${subject}-1`)
    for (const kind of ['labels', 'slips'] as const) {
      const { pages } = await print(kind, ids)
      expect(pages).toHaveLength(units.length)
      for (const [n, unit] of units.entries()) {
        const lines = pages[n]?.lines.filter((line) => !/Ref |\/r\//.test(line))
        const letters = lines?.join('').match(/[Wẅw]/giu)?.length
        const expectedLetters = [100, 200, 100, 100, ...(kind === 'slips' ? [100, 280] : [])]
          .map((length) => long(unit, length).match(/[Wẅw]/giu)?.length ?? 0)
          .reduce((sum, n) => sum + n, 0)
        expect([unit, letters]).toEqual([unit, expectedLetters])
        for (const { left, right, baseline, size } of pages[n]?.pieces ?? []) {
          expect(left).toBeGreaterThanOrEqual(17.9)
          expect(right).toBeLessThanOrEqual(270.5)
          expect(baseline - size * 0.3).toBeGreaterThanOrEqual(10)
          expect(baseline + size).toBeLessThanOrEqual(432)
          expect(size).toBeGreaterThanOrEqual(7)
        }
      }
    }
  })

  test('when a text is longer than the contract allows then it is cut within its area', async () => {
    const paid = orderPaid([{ contact: { ...gerald, name: 'N'.repeat(500), address: 'A'.repeat(500) } }], {
      customMessage: 'M'.repeat(5_000),
    })
    await fixture.deliver(paid)
    const [page] = (await print('slips', [`${paid.subject}-1`])).pages
    expect(page?.lines.filter((line) => line.endsWith('…')).length).toBeGreaterThan(0)
    expect(page?.pieces.every(({ baseline }) => baseline > 10)).toBe(true)
  })

  test('when 500 parcels are requested then there are 500 pages, each with its own name; the queue prints both kinds, and refuses 501', async () => {
    const ids: string[] = []
    for (let o = 0; o < 10; o++) {
      const targets = Array.from({ length: 50 }, (_, n) => ({ name: `Target ${o * 50 + n}` }))
      ids.push(...(await order(targets, message)))
    }
    const { pages: slips } = await print('slips', ids.slice(0, 3))
    expect(slips.map(({ lines }, n) => lines.includes(`Target ${n}`))).toEqual([true, true, true])
    const ofQueue = await printQueued(ids)
    expect([ofQueue.status, ofQueue.ok ? '' : await ofQueue.text()]).toEqual([200, ''])
    // Each parcel has a label and a slip.
    const only = [1, ...Array.from({ length: 20 }, (_, n) => (n + 1) * 50)]
    const { count, pages } = await readPdf(await ofQueue.arrayBuffer(), only)
    expect(count).toBe(1_000)
    for (const [n, page] of only.entries())
      expect(pages[n]?.lines).toContain(`Target ${Math.ceil(page / 2) - 1}`)
    expect((await printQueued([...ids, `${newId()}-1`])).status).toBe(400)
  })

  test('when the caller disconnects midway then other calls are still served', async () => {
    const ids = await order(Array.from({ length: 50 }, () => ({})))
    const controller = new AbortController()
    const response = await fetch(`${fixture.url}/api/admin/parcel-documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-admin-password': adminPassword },
      body: JSON.stringify({ kind: 'slips', parcelIds: ids }),
      signal: controller.signal,
    })
    controller.abort()
    await expect(response.arrayBuffer()).rejects.toMatchObject({ name: 'AbortError' })
    expect((await print('labels', ids)).pages).toHaveLength(50)
  })
})

describe('parcels that cannot be printed', () => {
  const refused = (body: unknown) => fixture.operator('POST', '/api/admin/parcel-documents', body)

  test('when some are not known then it is a 404 that says how many, and no PDF', async () => {
    const [known = ''] = await order([{}])
    const unpaid = `${newId()}-1`
    expect(await refused({ kind: 'labels', parcelIds: [known, unpaid] })).toMatchObject({
      status: 404,
      body: { message: expect.stringMatching(/^One of these parcels is not known/) },
    })
    expect(await refused({ kind: 'slips', parcelIds: [known, unpaid, 'x', 'y'] })).toMatchObject({
      status: 404,
      body: { message: expect.stringMatching(/^3 of these parcels are not known/) },
    })
  })

  test('when there are no parcels, more than 500, or an unknown kind of document then it is a 400', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `${newId()}-${n}`)
    for (const parcelIds of [[], many]) {
      expect((await refused({ kind: 'labels', parcelIds })).status).toBe(400)
    }
    expect((await refused({ kind: 'posters', parcelIds: ['x'] })).status).toBe(400)
  })
})

function prank() {
  const { prankId: id, name, description, tier, image } = potato
  return { id, name, description, tier, image }
}
