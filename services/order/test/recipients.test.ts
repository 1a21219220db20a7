import { type EventData, guessAnswer, reactionSent, recipientAnswer } from '@prankpost/contracts'
import { eventOf, explainQueries, newCustomer, newId, newPlanEvents } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { personalData } from '../src/customer-data.ts'
import { noteReferences } from '../src/use-cases/note-references.ts'
import { cart, item } from './fixture.ts'
import { startShop } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())
const consent = shop.clientFor('consent')

/** What a test searches for: no answer contains them before the reveal. */
const secrets = ['Aunt Zelda', 'Zélda O’Hara', 'Zed']
const guess = { mode: 'guess', name: 'Aunt Zelda', names: ['Zélda O’Hara', 'Zed'] }
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let drawn = 0
const newReference = () => (++drawn).toString(2).padStart(10, '0').replaceAll('0', 'G').replaceAll('1', 'Y')

/** A paid order whose slip is printed; it is sent unless the test says otherwise. */
async function parcel(reveal: object = guess, isSent = true) {
  const { id, as } = await shop.paidOrder({ items: [item({ reveal })] })
  const reference = newReference()
  const references = [{ parcelId: `${id}-1`, reference }]
  const event: EventData<'parcel-references-drawn'> = {
    shipmentId: newId(),
    orderId: id,
    invoiceId: null,
    references,
  }
  await noteReferences({ ...event, drawnAt: new Date() }, shop.deps)
  if (isSent) await shop.setStatus(id, 'shipped')
  return {
    id,
    as,
    reference,
    read: async () => (await consent.post('/internal/recipients/read', recipientAnswer, { reference })).page,
    guess: (name: string) => consent.post('/internal/recipients/guess', guessAnswer, { reference, name }),
    react: (message: string | null = null, emoji = '😂') =>
      consent.post('/internal/recipients/react', reactionSent, { reference, emoji, message }),
    history: async () => (await shop.call('GET', '/api/prank-history', { as })).body[0],
  }
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    ({ code }) => code,
  )

describe('a reveal', () => {
  test('when names are guessed then all spellings of one are right, three others are all there are, and a repeat does not count', async () => {
    const wrong = await parcel()
    const first = await wrong.guess('Uncle Bob')
    expect(first).toEqual({
      isRight: false,
      reveal: { mode: 'guess', at: null, guessesLeft: 2, isGuessed: false, name: null },
    })
    expect((await wrong.guess(' uncle  BOB! ')).reveal.guessesLeft).toBe(2)
    const parallel = await Promise.all(['A', 'B', 'C', 'D'].map((name) => refusal(wrong.guess(name))))
    expect(parallel.sort()).toEqual(['conflict', 'conflict', 'none', 'none'])
    expect(await refusal(wrong.guess('Zed'))).toBe('conflict')
    expect((await wrong.history()).reveal).toEqual({ mode: 'guess', date: null, state: 'missed' })

    const right = await parcel()
    await right.guess('Uncle Bob')
    const revealed = { mode: 'guess', at: null, guessesLeft: 0, isGuessed: true, name: 'Aunt Zelda' }
    for (const name of ['zelda ohara', 'ZELDA O HARA'])
      expect(await right.guess(name)).toEqual({ isRight: true, reveal: revealed })
    expect((await right.guess('Uncle Bob')).isRight).toBe(false)
    expect([await right.read(), (await right.history()).reveal.state]).toEqual([
      { reveal: revealed, reaction: null },
      'revealed',
    ])
  })

  test('when it is not revealed then no answer, event or list has the names; its length is the same for all names', async () => {
    const one = await parcel()
    const long = await parcel({ mode: 'guess', name: 'N'.repeat(32), names: ['M'.repeat(24)] })
    await shop.pack([one.id])
    const { outbox, searchTerms } = await shop.load(one.id)
    const seen = [
      ...[await one.read(), await one.guess('Bob'), await one.history(), outbox, searchTerms],
      await shop.read(one.id, one.as),
      (await shop.operator('GET', `/api/admin/orders?q=${one.id}`)).body,
      (await shop.operator('GET', `/api/admin/orders/export?q=${one.id}`)).body,
    ]
    for (const secret of secrets) expect(JSON.stringify(seen)).not.toContain(secret)
    const lengths = [seen[1], await long.guess('Bob')].map((answer) => JSON.stringify(answer).length)
    expect(lengths[0]).toBe(lengths[1])
  })

  test('when a day is chosen then the name is shown from its morning on, and guesses only work with names', async () => {
    const { read, guess: ask, id, history } = await parcel({ mode: 'date', date: day(3), name: 'Aunt Zelda' })
    expect((await read())?.reveal).toEqual({
      ...{ mode: 'date', at: `${day(3)}T12:00:00.000Z`, guessesLeft: 0, isGuessed: false, name: null },
    })
    expect(await refusal(ask('Zed'))).toBe('conflict')
    expect((await history()).reveal).toEqual({ mode: 'date', date: day(3), state: 'hidden' })
    const past = { $set: { 'items.0.reveal.at': new Date(Date.now() - 3_600_000) } }
    await shop.orders.updateOne({ _id: id }, past)
    expect((await read())?.reveal.name).toBe('Aunt Zelda')
    expect((await history()).reveal.state).toBe('revealed')
    const both = await parcel({ ...guess, mode: 'date', date: day(3) })
    expect((await both.guess('zed')).reveal).toMatchObject({ isGuessed: true, name: 'Aunt Zelda' })
  })

  test('when the sender stays anonymous, or the parcel is not sent, then there is nothing to read or to guess', async () => {
    const silent = await parcel({ mode: 'never' })
    const plans = await explainQueries(shop.connection, silent.read)
    expect([plans.length, JSON.stringify(plans).includes('COLLSCAN')]).toEqual([1, false])
    const never = { mode: 'never', at: null, guessesLeft: 0, isGuessed: false, name: null }
    expect((await silent.read())?.reveal).toEqual(never)
    expect((await silent.history()).reveal).toEqual({ mode: 'never', date: null, state: 'hidden' })
    const unsent = await parcel(guess, false)
    expect(await unsent.read()).toBeNull()
    const refused = [silent.guess('Zed'), unsent.guess('Zed'), unsent.react()].map(refusal)
    expect(await Promise.all(refused)).toEqual(['conflict', 'conflict', 'conflict'])
  })

  test('when names or the day are not possible then the cart is refused, and the choice is part of the cart', async () => {
    const as = newCustomer()
    const place = (reveal: object) =>
      shop.call('POST', '/api/create-order-record', { as, body: cart(4.99, [item({ reveal })]) })
    const dated = (date: string) => ({ mode: 'date', date, name: 'Zed' })
    for (const reveal of [
      { ...guess, name: 'fuck you' },
      { ...guess, names: ['I will k1ll you'] },
      { ...guess, names: [] },
      { ...guess, names: ['!!'] },
      { ...guess, name: 'x'.repeat(33) },
      dated(day(-1)),
      dated(day(46)),
    ]) {
      expect([reveal, (await place(reveal)).status]).toEqual([reveal, 400])
    }
    const message = 'A name in the reveal for Gerald Snail cannot be used. Please choose another one.'
    expect((await place({ ...guess, name: 'fuck you' })).body.message).toBe(message)
    const late =
      'The reveal for Gerald Snail must be on a later day than today, and at most 45 days after the parcel arrives: then we ' +
      'forget the address.'
    expect((await place(dated(day(46)))).body).toMatchObject({
      ...{ message: late, issues: [{ path: 'cartItems.0.reveal.date', message: late }] },
    })
    expect((await place(dated(day(44)))).status).toBe(201)
    const ids = [await place(guess), await place(guess), await place({ ...guess, name: 'Zed' })]
    const [one, same, other] = ids.map(({ body }) => body.orderId)
    expect([same === one, other === one]).toEqual([true, false])
  })

  test('when the parcel is to arrive by a day then the days of the reveal are counted from that day', async () => {
    const { dates } = (await shop.call('GET', '/api/delivery-dates?zipCode=97477')).body
    const arriveBy: string = dates.at(-1)
    const after = (days: number) =>
      new Date(Date.parse(arriveBy) + days * 86_400_000).toISOString().slice(0, 10)
    const place = (date: string) =>
      shop.call('POST', '/api/create-order-record', {
        as: newCustomer(),
        body: cart(4.99, [item({ arriveBy, reveal: { mode: 'date', date, name: 'Zed' } })]),
      })
    expect([(await place(after(45))).status, (await place(after(46))).status]).toEqual([201, 400])
  })
})

describe('a reaction', () => {
  test('when it is sent, repeated and in parallel, then the first stays, with one event that has none of it', async () => {
    const { react, id, read, history } = await parcel()
    const sent = await Promise.all([react('So funny'), react('So funny')])
    expect(sent).toEqual([{ sent: true }, { sent: true }])
    await react('Another one', '👏')
    expect((await history()).reaction).toEqual({ emoji: '😂', message: 'So funny', at: expect.any(String) })
    expect((await read())?.reaction).toBe('😂')
    const events = (await shop.load(id)).outbox.filter(({ type }) => type === 'parcel-reacted')
    expect(events).toMatchObject([{ data: { orderId: id, parcelId: `${id}-1` } }])
    expect(JSON.stringify(events)).not.toContain('funny')
  })

  test.each(['I will k1ll you', 'fuck', 'Call me: 555-867-5309', 'It came to 1 Garden Path'])(
    'when it says "%s" then it is not delivered, and another one can be sent',
    async (message) => {
      const { react, history } = await parcel()
      await expect(react(message)).rejects.toMatchObject({ status: 400, issues: [{ path: 'message' }] })
      expect((await history()).reaction).toBeNull()
      await react('Thanks!')
      expect((await history()).reaction.message).toBe('Thanks!')
    },
  )

  test('when the sender deletes the account then names and message are erased, also before the parcel is sent, and a later answer has no message', async () => {
    const answered = await parcel()
    await answered.react('So funny')
    const waiting = await parcel(guess, false)
    const later = await parcel()
    const subject = (ownerId: string) => ({ ownerId, isOverdue: false, verifiedEmail: async () => null })
    const data = personalData(shop.deps)
    const exported: unknown[] = []
    for await (const order of data.collect(subject(answered.as.id) as never)) exported.push(order)
    expect(exported).toMatchObject([
      { items: [{ reveal: { name: 'Aunt Zelda', names: guess.names }, reaction: { message: 'So funny' } }] },
    ])
    for (const { as } of [answered, waiting, later]) await data.erase(subject(as.id) as never)
    for (const { id } of [answered, waiting, later]) {
      const text = JSON.stringify(await shop.load(id))
      for (const secret of [...secrets, 'So funny']) expect(text).not.toContain(secret)
    }
    await later.react('Too late')
    const order = await shop.load(later.id)
    expect([order.items[0]?.reaction?.message, (await later.read())?.reaction]).toEqual([null, '😂'])
    expect(order.outbox.some(({ type }) => type === 'parcel-reacted')).toBe(false)
  })
  test("when the parcel is one of a plan's month then it can be answered, and has no reveal", async () => {
    const as = newCustomer()
    const [plan, reference, parcelId] = [newPlanEvents({ user: as, prankCount: 1 }), newReference(), newId()]
    const { invoiceId } = plan
    await shop.handlers['subscription-created'](eventOf(plan.created()))
    await shop.handlers['prank-shipped'](eventOf(plan.shipped({ parcelId })))
    const references = [{ parcelId, reference }]
    const event = { shipmentId: newId(), orderId: null, invoiceId, references, drawnAt: new Date() }
    await noteReferences(event, shop.deps)
    await consent.post('/internal/recipients/react', reactionSent, { reference, emoji: '👏', message: null })
    const { body } = await shop.call('GET', '/api/prank-history', { as })
    expect(body).toMatchObject([{ reveal: { mode: 'never' }, reaction: { emoji: '👏', message: null } }])
    const { outbox } = (await shop.orders.findOne({ invoiceId }).lean()) ?? { outbox: [] }
    expect(outbox.find(({ type }) => type === 'parcel-reacted')?.data).toMatchObject({ parcelId })
  })
})
