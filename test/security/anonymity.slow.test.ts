import { randomBytes } from 'node:crypto'
import { type AdminOrder, endpointsOf } from '@prankpost/contracts'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parcels, senders } from '../../web/src/features/anonymity/searched.ts'
import { callAs } from '../support/access/callers.ts'
import { mailsTo } from '../support/mails.ts'
import { hire } from '../support/operators.ts'
import { documentsOf, logsOf, metricsOf, tapEvents } from '../support/outputs/gather.ts'
import { type Canaries, findCanaries, type Output } from '../support/outputs/scanner.ts'
import {
  buyOrders,
  callAsAdmin,
  importOrdersOf,
  printAll,
  shipOrders,
  subscribeAndShip,
} from '../support/outputs/senders.ts'
import { collectTraces } from '../support/outputs/traces.ts'

const imported = 960
const buyers = 8
const boughtByEach = 5
const subscribers = 4
const parcelsOfPlan = 5
const ordersInAll = imported + buyers * boughtByEach
const parcelsInAll = ordersInAll + subscribers * parcelsOfPlan

// A part that all senders have in common, so that one search finds any of them.
const mark = randomBytes(4).toString('hex')
const canaries: Canaries = {
  'the name of a sender': `Snitch${mark}`,
  'the e-mail address of a sender': `sender.${mark}`,
  'the phone number of a sender': '555-0142-',
  'what a recipient guesses or writes': `Psst${mark}`,
}
const senderOf = (n: number) => ({
  firstName: `Snitch${mark}`,
  lastName: `N${n} (+1 555-0142-${String(n).padStart(4, '0')})`,
  email: `sender.${mark}.${n}.15550142@customers.test`,
})
const sendersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => senderOf(first + n))

let stack: Stack
let events: Awaited<ReturnType<typeof tapEvents>>
let documents: Output[]
let traces: Awaited<ReturnType<typeof collectTraces>>
beforeAll(async () => {
  traces = await collectTraces()
  const muchMore = '1000000'
  stack = await startStack({
    env: {
      all: { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: traces.url },
      auth: { REGISTRATION_LIMIT: muchMore },
    },
  })
  events = await tapEvents(stack)
  // The plans first: while a thousand orders arrive, a service may take too long for the operator's call.
  const ofPlans = sendersFrom(imported + buyers, subscribers)
  await Promise.all(ofPlans.map((sender) => subscribeAndShip(stack, sender, parcelsOfPlan)))
  await Promise.all([
    importOrdersOf(stack, sendersFrom(0, imported)),
    ...sendersFrom(imported, buyers).map((sender) => buyOrders(stack, sender, boughtByEach)),
  ])
  await shipOrders(stack, ordersInAll)
  documents = await printAll(stack)
})
afterAll(async () => {
  await events.close()
  await stack.stop()
  traces.close()
})

describe(`when ${parcelsInAll} parcels of ${ordersInAll} orders and ${subscribers} plans were sent`, () => {
  test('then their senders are known to the shop: the operator sees each of them', async () => {
    const seen = new Set<string>()
    for (let cursor = ''; ; ) {
      const page = await callAsAdmin(stack, 'GET', `/api/admin/orders?limit=200${cursor}`)
      const { items, nextCursor } = (await page.json()) as { items: AdminOrder[]; nextCursor: string | null }
      for (const order of items) {
        expect(findCanaries(canaries, [{ place: order.id, text: JSON.stringify(order) }])).toHaveLength(3)
        seen.add(order.customerEmail ?? '')
      }
      if (nextCursor === null) break
      cursor = `&cursor=${nextCursor}`
    }
    expect(seen.size).toBe(imported + buyers + subscribers)
    // The page /anonymity names these numbers.
    expect([seen.size, parcelsInAll]).toEqual([senders, parcels])
  })

  test('then no label and no packing slip names a sender', () => {
    const pages = documents.filter(({ place }) => place.startsWith('one of'))
    expect(pages).toHaveLength(2 * parcelsInAll)
    expect(pages.filter(({ text }) => /Gerald Snail/i.test(text)).length).toBeGreaterThanOrEqual(parcelsInAll)
    expect(pages.some(({ text }) => text.includes('Guess who.'))).toBe(true)
    expect(findCanaries(canaries, documents)).toEqual([])
  })

  test('then documents of all senders are equal except for target, prank, message and a random reference', () => {
    const [labels, slips] = ['one of the labels', 'one of the slips'].map((place) =>
      documents.filter((one) => one.place === place).map(({ text }) => text),
    )
    const referencesOf = (texts: string[] = []) =>
      new Set(texts.map((text) => /\bRef ([GHJKMNPQRSTVWXYZ]{10})$/m.exec(text)?.[1]))
    expect(referencesOf(labels).size).toBe(parcelsInAll)
    expect(referencesOf(slips)).toEqual(referencesOf(labels))
    // All parcels were sent to Gerald: by import, cart and plan.
    const plain = (texts: string[] = []) =>
      new Set(texts.map((text) => text.replaceAll(/\bRef (\S+)$/m.exec(text)?.[1] ?? '?', '')))
    expect(plain(labels).size).toBeLessThanOrEqual(3)
    expect(plain(slips).size).toBeLessThanOrEqual(3)
    const files = documents.filter(({ place }) => place.startsWith('what the file'))
    expect(new Set(files.map(({ text }) => text)).size).toBe(2)
  })

  test('then the operator finds an order by any reference on its documents', async () => {
    const shown = documents.flatMap(({ text }) => /\bRef (\S{10})$/m.exec(text)?.[1] ?? [])
    for (const reference of shown.filter((_, n) => n % 200 === 0)) {
      const found = await until(async () => {
        const page = await callAsAdmin(stack, 'GET', `/api/admin/orders?q=${reference}`)
        const { items } = (await page.json()) as { items: AdminOrder[] }
        return items.length === 1 ? items[0] : null
      })
      expect(found.items.map((item) => item.reference)).toContain(reference)
    }
  })

  test('then no response to a recipient names a sender', async () => {
    // A parcel whose sender hides a name that can be guessed.
    const code = /\bRef (\S{10})$/m.exec(
      documents.find(({ place, text }) => place === 'one of the slips' && text.includes('Guess who.'))
        ?.text ?? '',
    )?.[1]
    const answers: Output[] = []
    const calls = [
      ...[
        ['/api/slips'],
        ['/api/slips/guess', { name: `Psst${mark}` }],
        ['/api/slips/guess', { name: 'Snitch' }],
      ],
      ...[['/api/slips/reaction', { emoji: '😂', message: `Who are you? Psst${mark}` }], ['/api/slips']],
      ...[['/api/slips/report'], ['/api/slips/stop']],
    ] as [path: string, more?: object][]
    for (const [path, more] of calls) {
      const body = JSON.stringify({ code, ...more })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(stack.baseUrl + path, { method: 'POST', body, headers })
      expect([path, response.status]).toEqual([path, 200])
      const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`
      answers.push({ place: `answer of ${path}`, text })
    }
    expect(answers[0]?.text).toContain('Raw Potato')
    expect(answers[4]?.text).toMatch(/"guessesLeft":1,.*"reaction":"😂"/)
    expect(findCanaries(canaries, answers)).toEqual([])
  })

  test('then no mail to a recipient names a sender', async () => {
    const email = `gerald.${mark}@homes.test`
    const body = { address: '1 Garden Path', city: 'Springfield', state: 'OR', zipCode: '97477', email }
    expect((await callAs(stack, {}, 'POST /api/do-not-prank', { body })).status).toBe(201)
    const mails = await until(async () => {
      const found = await mailsTo(stack, email)
      return found.length > 0 ? found : null
    })
    expect(findCanaries(canaries, [{ place: 'mails to Gerald', text: JSON.stringify(mails) }])).toEqual([])
  })

  test('then nothing that a packer may read names a sender', async () => {
    const packer = await hire(stack, 'packer')
    const readable = endpointsOf('packer').filter((key) => key.startsWith('GET ') && !key.includes(':'))
    expect(readable).toContain('GET /api/admin/parcels')
    const answers = await Promise.all(
      readable.map(async (key) => {
        const { status, text } = await callAs(stack, packer, key, {})
        expect([key, status]).toEqual([key, 200])
        return { place: key, text }
      }),
    )
    expect(answers.find(({ place }) => place === 'GET /api/admin/parcels')?.text).toContain('Gerald Snail')
    expect(findCanaries(canaries, answers)).toEqual([])
  })

  test('then no published draw names a sender, a target or an address', async () => {
    const client = new MongoClient(stack.mongodbUri)
    const database = client.db(`${stack.databasePrefix}_fulfilment`)
    try {
      const months = database.collection<{ _id: string }>('draw_seeds')
      const seed = await months.findOne({}, { sort: { _id: 1 } })
      await months.insertOne({ ...seed, _id: '2024-01' })
      const drawn = { draws: { $exists: true } }
      await database.collection('shipments').updateMany(drawn, { $set: { 'draws.$[].month': '2024-01' } })
      const { text } = await callAs(stack, {}, 'GET /api/draws/:month', { params: { month: '2024-01' } })
      expect(JSON.parse(text).draws.length).toBeGreaterThanOrEqual(subscribers)
      const drawnMonths = await database.collection('shipments').find(drawn).toArray()
      const ids = drawnMonths.flatMap(({ ownerId, invoiceId, plan, draw }) => [
        ...[ownerId, invoiceId, plan.subscriptionId, plan.stripeSubscriptionId],
        ...draw.flatMap(({ contactId }: { contactId: string | null }) => contactId ?? []),
      ])
      const others = Object.fromEntries(
        [...ids, 'Gerald Snail', 'Garden Path'].map((word) => [`"${word}"`, word]),
      )
      expect(findCanaries({ ...canaries, ...others }, [{ place: 'published draws', text }])).toEqual([])
    } finally {
      await client.close()
    }
  })

  test('then no data of fulfilment names a sender: no parcel, no audit entry', async () => {
    const all = (await documentsOf(stack)).filter(({ place }) => place.startsWith('document fulfilment.'))
    expect(all.filter(({ place }) => place.includes('.shipments ')).length).toBe(ordersInAll + subscribers)
    expect(findCanaries(canaries, all)).toEqual([])
  })

  test('then no event about an order, a payment, a target or a parcel names a sender, and neither do its headers', async () => {
    // Events about plans go to the customer's own side: orders, plans and the operator's log of them.
    const about = () =>
      events.filter(({ event }) => !event.startsWith('subscription-') && event !== 'plan-paid')
    // On a busy machine an event is sent again when its confirmation is late.
    const countOf = (name: string) =>
      new Set(
        about()
          .filter(({ event }) => event === name)
          .map(({ id }) => id),
      ).size
    await until(() => countOf('order-paid') >= ordersInAll && countOf('prank-shipped') >= parcelsInAll)
    expect([countOf('order-paid'), countOf('prank-shipped')]).toEqual([ordersInAll, parcelsInAll])
    expect(findCanaries(canaries, about())).toEqual([])
  })

  test('then no log, no trace and no metric names a sender', async () => {
    const logs = await logsOf(stack)
    expect(logs.some(({ text }) => text.includes('traceId'))).toBe(true)
    await until(() => traces.seen.some(({ text }) => text.includes('insert shipments')))
    // The mail catcher stands for the sender's own mail server: it logs the recipients of mails.
    const ours = logs.filter(({ place }) => place !== 'log of mail-catcher')
    expect(findCanaries(canaries, [...ours, ...traces.seen, ...(await metricsOf(stack))])).toEqual([])
  })
})
