import { digestOfCases } from '@prankpost/contracts'
import { unavailable } from '@prankpost/service-kit'
import { newId, orderPaid } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newPlace, potato, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { call, operator, state } = fixture
const { cases, listings } = fixture.models

let slips = 0
/** A parcel with a slip; its sender is known to fulfilment and auth only. */
function parcel(over: { place?: object | null } = {}) {
  const place = over.place === undefined ? newPlace() : over.place
  const code = `GHJKMNPQ${'GHJKMNPQRSTVWXYZ'[slips >> 4]}${'GHJKMNPQRSTVWXYZ'[slips++ & 15]}`
  const [ownerId, orderId] = [newId(), newId()]
  state.accounts.set(ownerId, { email: `sender-${slips}@example.com`, firstName: 'Sly' })
  const slip = { prankId: potato.prankId, prankName: 'Raw Potato', quantity: 2, place }
  state.parcels.set(code, { slip, sender: { ownerId, orderId } })
  const hidden = [ownerId, orderId, `sender-${slips}@example.com`, 'Sly']
  return { code, ownerId, orderId, place: place as ReturnType<typeof newPlace>, hidden }
}
const send = (path: string, body: object) => call('POST', `/api/slips${path}`, { body })
const open = async (place: object) =>
  cases.findOne({ openDigest: fixture.deps.digests.address(place as never) }).lean()
const reportedEvents = async (place: object) =>
  ((await open(place))?.outbox ?? []).filter(({ type }) => type === 'address-reported')
const admin = (path: string, body: object) => operator('POST', `/api/admin/cases/${path}`, body)

describe('a slip', () => {
  test('when it is read, in any spelling, then it says what is in the parcel and nothing of the sender or the address', async () => {
    const { code, hidden, place } = parcel()
    const answer = await send('', { code: `${code.slice(0, 5).toLowerCase()}-${code.slice(5)}` })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        prank: 'Raw Potato',
        image: 'potato',
        quantity: 2,
        contents: { contents: 'One potato.', allergens: 'None.' },
        hasAddress: true,
        hasUnit: false,
        page: null,
      },
    ])
    const text = JSON.stringify([answer.body, answer.headers])
    for (const word of [...hidden, place.address]) expect(text).not.toContain(word)
  })

  test('when catalog is unavailable then the contents are missing, and stop works', async () => {
    const { code } = parcel()
    state.isCatalogDown = true
    const answer = await send('', { code })
    state.isCatalogDown = false
    expect([answer.status, answer.body.contents]).toEqual([200, null])
    expect((await send('/stop', { code })).status).toBe(200)
  })

  test('when it is read, guessed and answered then order gets the reference, and its page, refusals and failures are answered', async () => {
    const { code } = parcel()
    const asked: unknown[] = []
    const reveal = { mode: 'guess', at: null, guessesLeft: 2, isGuessed: false, name: null }
    state.recipient = (path, body) => {
      asked.push([path, body])
      if (path.endsWith('/read')) return { page: { reveal, reaction: '👏' } }
      if (path.endsWith('/react')) return { sent: true }
      return { isRight: false, reveal }
    }
    const given = `${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`
    expect((await send('', { code: given })).body.page).toEqual({ reveal, reaction: '👏' })
    expect((await send('/guess', { code: given, name: ' Bob ' })).body).toEqual({ isRight: false, reveal })
    const reaction = { emoji: '👏', message: 'Ha!' }
    expect((await send('/reaction', { code: given, ...reaction })).status).toBe(200)
    expect(asked).toEqual([
      ['/internal/recipients/read', { reference: code }],
      ['/internal/recipients/guess', { reference: code, name: 'Bob' }],
      ['/internal/recipients/react', { reference: code, ...reaction }],
    ])
    for (const [path, body] of [
      ['/guess', { name: '?!' }],
      ['/reaction', { emoji: '🥔' }],
      ['/reaction', { emoji: '👏', message: 'x'.repeat(201) }],
    ] as const)
      expect((await send(path, { code, ...body })).status).toBe(400)
    state.recipient = () => {
      throw unavailable()
    }
    expect((await send('', { code })).body).toMatchObject({ page: null, prank: 'Raw Potato' })
    expect((await send('/guess', { code, name: 'Bob' })).status).toBe(503)
    state.recipient = () => ({ page: null })
  })

  test.each([
    ['', {}],
    ['/stop', {}],
    ['/report', {}],
    ['/guess', { name: 'Bob' }],
    ['/reaction', { emoji: '👏' }],
  ])('when the code is unknown or malformed then POST /api/slips%s is the same 404', async (path, body) => {
    const [unknown, malformed] = [
      await send(path, { code: 'ZZZZZZZZZZ', ...body }),
      await send(path, { code: '?', ...body }),
    ]
    expect([unknown.status, malformed.status]).toEqual([404, 404])
    expect(malformed.body.message).toBe(unknown.body.message)
  })

  test('when the address was erased then the contents can be read, and stop is refused', async () => {
    const { code } = parcel({ place: null })
    expect((await send('', { code })).body.hasAddress).toBe(false)
    const before = await listings.countDocuments()
    expect((await send('/stop', { code })).status).toBe(409)
    expect(await listings.countDocuments()).toBe(before)
  })

  test('when parcels are stopped twice then the answers are the same and the address is listed once', async () => {
    const { code, place } = parcel()
    const [one, two] = [await send('/stop', { code }), await send('/stop', { code })]
    expect([one.status, two.body]).toEqual([200, one.body])
    expect(await fixture.check([place])).toEqual([{ kind: 'blocked' }])
    const found = await listings.find({ digest: fixture.deps.digests.address(place) }).lean()
    expect(found).toMatchObject([{ confirmedBy: 'slip', outbox: [{ type: 'address-blocked' }] }])
  })

  test('when the sender wrote a unit then the recipient stops parcels to the unit only, or to the house with all its units', async () => {
    const house = newPlace()
    const { code } = parcel({ place: { ...house, address2: 'Apt 7' } })
    const places = ['Apt 7', 'Apt 8', null].map((address2) => ({ ...house, address2 }))
    expect((await send('', { code })).body).toMatchObject({ hasAddress: true, hasUnit: true })
    expect((await send('/stop', { code, scope: 'street' })).status).toBe(400)
    const unit = await send('/stop', { code })
    expect(await fixture.check(places)).toEqual([{ kind: 'blocked' }, null, null])
    const all = await send('/stop', { code, scope: 'house' })
    expect(await fixture.check(places)).toEqual(Array(3).fill({ kind: 'blocked' }))
    expect([unit.body.message, all.body.message]).toEqual([
      expect.stringMatching(/^Your unit is on our do-not-prank list now\..*Other units/),
      expect.stringMatching(/^Your house is on our do-not-prank list now\..*whatever unit/),
    ])
  })

  test('when a network guesses codes then it gets a 429, and right codes do not count', async () => {
    const strict = await fixture.start({ DO_NOT_PRANK_LIMIT: 2 })
    const { code } = parcel()
    const ask = (one: string) =>
      strict.call('POST', '/api/slips', {
        body: { code: one },
        headers: { 'x-forwarded-for': '198.51.100.9' },
      })
    for (const _ of [1, 2, 3]) expect((await ask(code)).status).toBe(200)
    const wrong = await Promise.all(Array.from({ length: 4 }, () => ask('ZZZZZZZZZZ')))
    expect(wrong.map(({ status }) => status).sort()).toEqual([404, 404, 429, 429])
    await strict.close()
  })
})

describe('a report of harassment', () => {
  test('when it is repeated, also in parallel, then there is one case and one event, with digests only', async () => {
    const { code, place, hidden } = parcel()
    const report = () => send('/report', { code, message: 'Stop it.' })
    const answers = await Promise.all([report(), report(), report()])
    answers.push(await report())
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const digest = fixture.deps.digests.address(place)
    expect(await cases.countDocuments({ digest })).toBe(1)
    const one = await open(place)
    expect(one?.reports).toMatchObject([{ reference: code, message: 'Stop it.' }])
    expect((await reportedEvents(place)).map(({ data }) => data)).toEqual([
      { digest, caseId: String(one?._id), at: expect.any(String) },
    ])
    for (const word of [...hidden, place.address]) expect(JSON.stringify(one)).not.toContain(word)
  })

  test('while the case is open then nothing is sold to the address, and a payment that was open before is reported again', async () => {
    const { code, place } = parcel()
    await send('/report', { code })
    const reportedCase = String((await open(place))?._id)
    const unit = { ...place, address2: 'Apt 7' }
    const refusal = { kind: 'blocked', reportedCase }
    expect(await fixture.check([place, unit])).toEqual([refusal, refusal])
    const paid = orderPaid({ ownerId: newId(), items: [{ contact: place }] })
    expect(await fixture.deliver(paid)).toBeNull()
    expect(await reportedEvents(place)).toHaveLength(2)
  })

  test('when another parcel to the address is reported then it joins the open case', async () => {
    const first = parcel()
    const second = parcel({ place: first.place })
    await send('/report', { code: first.code })
    await send('/report', { code: second.code, message: 'Again!' })
    expect((await open(first.place))?.reports.map(({ reference }) => reference)).toEqual([
      first.code,
      second.code,
    ])
  })
})

describe('a report after the address was erased', () => {
  test('when it is repeated, also in parallel, then there is one case of the reference, and no event: nothing is held by it', async () => {
    const { code, hidden } = parcel({ place: null })
    const report = () => send('/report', { code, message: 'Who is this?' })
    const answers = await Promise.all([report(), report(), report()])
    answers.push(await report())
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1)
    expect(answers[0]?.body.message).toMatch(/a person of our team looks into it.*Do-Not-Prank List/)
    const found = await cases.find({ 'reports.reference': code }).lean()
    expect(found).toMatchObject([
      { status: 'open', isErased: true, reports: [{ message: 'Who is this?' }], outbox: [] },
    ])
    expect(found[0]?.digest).toMatch(/^[\w-]{43}$/)
    for (const word of hidden) expect(JSON.stringify(found)).not.toContain(word)
  })

  test('then an operator sees that the address was erased, and reads the order; it can be dismissed, and not blocked', async () => {
    const { code, ownerId, orderId } = parcel({ place: null })
    await send('/report', { code })
    state.accounts.delete(ownerId)
    const id = String((await cases.findOne({ 'reports.reference': code }).lean())?._id)
    const list = await operator('GET', '/api/admin/cases?status=open')
    expect(list.body.items[0]).toMatchObject({ id, isErased: true })
    const shown = await admin(`${id}/sender`, { reason: 'The police asked.' })
    expect(shown.body).toEqual({ senders: [{ reference: code, orderId, customer: null }] })
    const before = await listings.countDocuments()
    const close = (outcome: string) => admin(`${id}/close`, { outcome, note: 'Answered.' })
    expect([(await close('blocked')).status, (await close('dismissed')).status]).toEqual([409, 200])
    expect(await listings.countDocuments()).toBe(before)
  })
})

describe('a case', () => {
  test('when operators list it then it has no sender; the sender needs a reason, and the audit trail has it', async () => {
    const { code, place, hidden, ownerId, orderId } = parcel()
    await send('/report', { code, message: 'Help.' })
    const id = String((await open(place))?._id)
    const list = await operator('GET', '/api/admin/cases?status=open')
    expect(list.body.items[0]).toMatchObject({
      id,
      status: 'open',
      isErased: false,
      hasUnit: false,
      reports: [{ message: 'Help.' }],
      closed: null,
    })
    for (const word of [...hidden, code]) expect(JSON.stringify(list.body)).not.toContain(word)

    expect((await admin(`${id}/sender`, { reason: ' ' })).status).toBe(400)
    const shown = await admin(`${id}/sender`, { reason: 'The police asked, file 7.' })
    const customer = { id: ownerId, email: hidden[2], firstName: 'Sly' }
    expect([shown.status, shown.body]).toEqual([200, { senders: [{ reference: code, orderId, customer }] }])
    const audit = await operator('GET', '/api/admin/audit/consent')
    expect(audit.body.items[0]).toMatchObject({
      endpoint: 'POST /api/admin/cases/:id/sender',
      body: JSON.stringify({ reason: 'The police asked, file 7.' }),
    })
    state.accounts.delete(ownerId)
    expect((await admin(`${id}/sender`, { reason: 'Again' })).body.senders).toMatchObject([
      { customer: null },
    ])
  })

  test('when it is dismissed then the address may get parcels, the digest counts it no more, and a new report opens another case', async () => {
    const { code, place } = parcel()
    const notification = fixture.clientFor('notification')
    const count = async () => (await notification.get('/internal/digest', digestOfCases)).openCases
    const before = await count()
    await send('/report', { code })
    expect(await count()).toBe(before + 1)
    const id = String((await open(place))?._id)
    const close = (outcome: string) => admin(`${id}/close`, { outcome, note: 'A misunderstanding.' })
    expect((await close('dismissed')).body).toMatchObject({
      status: 'closed',
      closed: { outcome: 'dismissed' },
    })
    expect([(await close('dismissed')).status, (await close('blocked')).status]).toEqual([200, 409])
    expect([await fixture.check([place]), await count()]).toEqual([[null], before])
    await send('/report', { code })
    expect(String((await open(place))?._id)).not.toBe(id)
  })

  test('when it is closed as blocked, twice, then the address is listed once', async () => {
    const { code, place } = parcel()
    await send('/report', { code })
    const id = String((await open(place))?._id)
    const close = () => admin(`${id}/close`, { outcome: 'blocked', note: 'Threats.' })
    expect([(await close()).status, (await close()).status]).toEqual([200, 200])
    const found = await listings.find({ digest: fixture.deps.digests.address(place) }).lean()
    expect(found).toMatchObject([{ confirmedBy: 'case', outbox: [{ type: 'address-blocked' }] }])
    expect((await admin(`${newId()}/close`, { outcome: 'blocked', note: 'x' })).status).toBe(404)
  })

  test.each([
    [undefined, [{ kind: 'blocked' }, null, null]],
    ['unit', [{ kind: 'blocked' }, null, null]],
    ['house', Array(3).fill({ kind: 'blocked' })],
  ])(
    'when the sender wrote a unit and it is closed as blocked, twice, for the scope %s, then that is listed once',
    async (scope, verdicts) => {
      const house = newPlace()
      const [reported, ...others] = ['Apt 7', 'Apt 8', null].map((address2) => ({ ...house, address2 }))
      const { code } = parcel({ place: reported })
      await send('/report', { code })
      const id = String((await open(reported ?? {}))?._id)
      const shown = (await operator('GET', '/api/admin/cases?status=open')).body.items
      expect(shown.find((one: { id: string }) => one.id === id)).toMatchObject({ hasUnit: true })
      const before = await listings.countDocuments()
      const close = () => admin(`${id}/close`, { outcome: 'blocked', note: 'Threats.', scope })
      expect([(await close()).status, (await close()).status]).toEqual([200, 200])
      expect(await fixture.check([reported, ...others] as object[])).toEqual(verdicts)
      expect(await listings.countDocuments()).toBe(before + 1)
    },
  )

  test('when another operator dismisses it while the address is being listed, or after that failed, then the dismissal is refused', async () => {
    const { code, place } = parcel()
    await send('/report', { code })
    const id = String((await open(place))?._id)
    const close = (outcome: string) => admin(`${id}/close`, { outcome, note: `As ${outcome}.` })
    const { insert } = fixture.deps.listingOutbox
    const listing = vi.spyOn(fixture.deps.listingOutbox, 'insert')
    listing.mockRejectedValueOnce(new Error('the process dies'))
    expect([(await close('blocked')).status, (await close('dismissed')).status]).toEqual([500, 409])
    const { promise: dismissed, resolve } = Promise.withResolvers<number>()
    listing.mockImplementationOnce(async (...args) => {
      resolve((await close('dismissed')).status)
      return insert(...args)
    })
    const blocked = await close('blocked')
    expect([await dismissed, blocked.status, blocked.body.closed.outcome]).toEqual([409, 200, 'blocked'])
    expect([(await close('dismissed')).status, (await close('blocked')).status]).toEqual([409, 200])
    expect(await listings.countDocuments({ digest: fixture.deps.digests.address(place) })).toBe(1)
    listing.mockRestore()
  })
})
