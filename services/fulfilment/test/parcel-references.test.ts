import type { EventData, ParcelDocumentsInput } from '@prankpost/contracts'
import { type PdfPage, readPdf } from '@prankpost/test-harness/read-pdf'
import { afterAll, describe, expect, test } from 'vitest'
import { drawReferences } from '../src/use-cases/draw-references.ts'
import { adminPassword, invoiceOf, newKey, orderPaid, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

async function print(kind: ParcelDocumentsInput['kind'], parcelIds: string[]) {
  const response = await fetch(`${fixture.url}/api/admin/parcel-documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-password': adminPassword },
    body: JSON.stringify({ kind, parcelIds }),
  })
  expect(response.status).toBe(200)
  const file = response.headers.get('content-disposition') ?? ''
  return { file, ...(await readPdf(await response.arrayBuffer())) }
}

const targets = [
  { name: 'Gerald Snail', address: '1 Garden Path', city: 'Bend', state: 'OR', zipCode: '97701' },
  { name: 'Ann Other', address: '22 Main Street', city: 'Elko', state: 'NV', zipCode: '89801' },
  { name: 'Zed Third', address: '333 Wharf Lane', city: 'Ely', state: 'MN', zipCode: '55731' },
]
const pranks = ['Potato', 'Glitter', 'Sock']

/** A paid order of three pranks for three targets; returns the ids of its parcels. */
async function order() {
  const items = targets.map((contact, n) => {
    const name = pranks[n] ?? ''
    const prank = { id: `p${n}`, name, description: '', tier: 'Standard', image: 'potato' } as const
    return { contact, prank, quantity: n + 1 }
  })
  const paid = orderPaid(items)
  expect(await fixture.deliver(paid)).toBeNull()
  return { orderId: paid.subject, ids: items.map((_, n) => `${paid.subject}-${n + 1}`) }
}

const referenceOf = ({ lines }: PdfPage) => /Ref (\S+)/.exec(lines.join('\n'))?.[1] ?? ''
const drawn = async (orderId: string) =>
  (await fixture.emitted({ orderId })) as unknown as EventData<'parcel-references-drawn'>[]

/** All words that a document and its file show. */
const wordsOf = (...texts: string[]) => new Set(texts.join('\n').split(/[^\p{L}\p{N}]+/u))
async function documentWordsOf(parcelId: string) {
  const [label, slip] = [await print('labels', [parcelId]), await print('slips', [parcelId])]
  const lines = [label, slip].flatMap(({ pages }) => pages.flatMap((page) => page.lines))
  return wordsOf(...lines, label.about, slip.about, label.file, slip.file)
}

describe('two parcels of one sender', () => {
  test('when their documents are compared word for word then they share only words that all documents of the shop share', async () => {
    const { ids } = await order()
    const plan = await fixture.plan({ prankCount: 3 })
    for (const [n, contact] of targets.entries()) {
      const contactId = fixture.target(plan.ownerId)
      const target = fixture.others.targets.get(contactId)
      Object.assign(target?.contact ?? {}, contact)
      const shipped = {
        contactId,
        trackingNumber: `9400-${n + 1}`,
        adminNotes: `notes (Shipment ${n + 1}/3)`,
      }
      ids.push((await fixture.ship(plan, shipped)).body.parcelId)
    }
    const documents: Set<string>[] = []
    for (const id of ids) documents.push(await documentWordsOf(id))
    const otherTarget = { name: 'Nobody', address: '4 Q', city: 'Uz', state: 'CA', zipCode: '90210' }
    const other = orderPaid([{ contact: otherTarget }])
    await fixture.deliver(other)
    const common = await documentWordsOf(`${other.subject}-1`)
    for (const [n, document] of documents.entries()) {
      const others = documents.filter((_, m) => m !== n && Math.floor(m / 3) === Math.floor(n / 3))
      for (const another of others) {
        expect([...document].filter((word) => another.has(word) && !common.has(word))).toEqual([])
      }
    }
  })

  test('when the order has a message then it is on each slip, and on no label', async () => {
    const contact = targets[0]
    const paid = orderPaid([{ ...(contact && { contact }) }, {}], {
      customMessage: 'From your secret friend',
    })
    await fixture.deliver(paid)
    const ids = [`${paid.subject}-1`, `${paid.subject}-2`]
    const shows = ({ pages }: { pages: PdfPage[] }) =>
      pages.map(({ lines }) => lines.includes('From your secret friend'))
    expect(shows(await print('slips', ids))).toEqual([true, true])
    expect(shows(await print('labels', ids))).toEqual([false, false])
  })
})

describe('the reference of a parcel', () => {
  test('when label and slip are printed repeatedly then all show the same reference, announced once', async () => {
    const { orderId, ids } = await order()
    const first = (await print('labels', ids)).pages.map(referenceOf)
    expect(new Set(first).size).toBe(3)
    for (const reference of first) expect(reference).toMatch(/^[GHJKMNPQRSTVWXYZ]{10}$/)
    expect((await print('slips', ids)).pages.map(referenceOf)).toEqual(first)
    expect((await print('labels', ids.toReversed())).pages.map(referenceOf)).toEqual(first.toReversed())
    expect(await drawn(orderId)).toEqual([
      {
        shipmentId: expect.any(String),
        orderId,
        invoiceId: null,
        references: ids.map((parcelId, n) => ({ parcelId, reference: first[n] })),
      },
    ])
  })

  test('when documents are printed at the same time then they show the same references', async () => {
    const { orderId, ids } = await order()
    const printed = await Promise.all(
      (['labels', 'slips', 'labels', 'slips'] as const).map((kind) => print(kind, ids)),
    )
    const [first, ...others] = printed.map(({ pages }) => pages.map(referenceOf))
    for (const other of others) expect(other).toEqual(first)
    expect(await drawn(orderId)).toHaveLength(1)
  })

  test("when a month's next parcel is shipped and printed then the first keeps its reference", async () => {
    const plan = await fixture.plan({ prankCount: 2 })
    const ship = async () => (await fixture.ship(plan)).body.parcelId as string
    const a = await ship()
    const [first] = (await print('labels', [a])).pages.map(referenceOf)
    const b = await ship()
    const [again, second] = (await print('slips', [a, b])).pages.map(referenceOf)
    expect(again).toBe(first)
    expect(second).not.toBe(first)
  })

  test("when the form ships a plan's parcel whose label is printed then it keeps that reference, announced for it", async () => {
    const plan = await fixture.plan({ prankCount: 1 })
    const contactId = fixture.target(plan.ownerId)
    const invoiceId = invoiceOf(plan, 0)
    await fixture.own(plan, 'GET', `/api/subscriptions/${plan.subscriptionId}/draw`)
    const month = await fixture.shipments.findOne({ invoiceId }).lean()
    const id = month?.queue?.[0]?.id ?? ''
    const printed = await fixture.operator('POST', '/api/admin/parcels/labels', { ids: [id] })
    expect(printed.status).toBe(200)
    const label = (await fixture.shipments.findOne({ invoiceId }).lean())?.references?.[0]
    const call = { contactId, prankId: month?.draw?.[0]?.prankId ?? '', idempotencyKey: newKey() }
    const { parcelId } = (await fixture.ship(plan, call)).body
    expect((await fixture.ship(plan, call)).body.parcelId).toBe(parcelId)
    const [page] = (await print('slips', [parcelId])).pages
    expect([label?.parcelId, page && referenceOf(page)]).toEqual([id, label?.reference])
    const reference = { parcelId, reference: label?.reference }
    expect((await fixture.shipments.findOne({ invoiceId }).lean())?.references).toEqual([reference])
    const events = (await fixture.shipments.findOne({ invoiceId }).lean())?.outbox ?? []
    const named = events.filter(({ type }) => type === 'parcel-references-drawn').map(({ data }) => data)
    expect(named).toMatchObject([{ references: [label] }, { invoiceId, references: [reference] }])
  })

  test('when a drawn reference is in use then another one is drawn, also within one shipment', async () => {
    const one = await order()
    const [taken = ''] = (await print('labels', one.ids)).pages.map(referenceOf)
    const two = await order()
    const shipment = await fixture.shipments.findOne({ orderId: two.orderId }).lean()
    if (shipment === null) throw new Error('no shipment')
    const draws = [taken, 'GGGGGGGGGG', 'HHHHHHHHHH', 'GGGGGGGGGG', 'HHHHHHHHHH', 'JJJJJJJJJJ']
    const references = await drawReferences([shipment], fixture.deps, () => draws.shift() ?? '')
    expect([...references.values()]).toEqual(['GGGGGGGGGG', 'HHHHHHHHHH', 'JJJJJJJJJJ'])
    expect((await print('labels', two.ids)).pages.map(referenceOf)).toEqual([...references.values()])
    expect(await drawn(two.orderId)).toHaveLength(1)
  })

  test('when every drawn reference is in use then it is an error, and nothing is written', async () => {
    const one = await order()
    const [taken = ''] = (await print('labels', one.ids)).pages.map(referenceOf)
    const two = await order()
    const shipment = await fixture.shipments.findOne({ orderId: two.orderId }).lean()
    if (shipment === null) throw new Error('no shipment')
    await expect(drawReferences([shipment], fixture.deps, () => taken)).rejects.toMatchObject({ code: 11000 })
    expect(await drawn(two.orderId)).toEqual([])
  })

  test('when 20 parcels get their first documents at once then each has its own reference', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      const paid = orderPaid([{}, {}, {}, {}])
      await fixture.deliver(paid)
      ids.push(...[1, 2, 3, 4].map((m) => `${paid.subject}-${m}`))
    }
    const { pages } = await print('labels', ids)
    expect(new Set(pages.map(referenceOf)).size).toBe(20)
  })
})
