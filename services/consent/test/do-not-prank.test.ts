import { addressesChecked, doNotPrankMail } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { createDigests } from '../src/address-digest.ts'
import { service } from '../src/service.ts'
import { burrow, place, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { listings } = fixture.models
const { call, operator, request, confirm, codeOf } = fixture
const blockedEvents = async () =>
  (await listings.find().lean()).flatMap(({ outbox }) =>
    outbox.filter(({ type }) => type === 'address-blocked'),
  )

describe('a request to list an address', () => {
  test('when it is confirmed with the code of the mail then the address is listed and the event has only its digest', async () => {
    const answer = await call('POST', '/api/do-not-prank', { body: { ...burrow, email: 'Pat@Example.com' } })
    expect([answer.status, answer.body.message]).toEqual([
      201,
      'We sent you a mail with a code. Enter it to confirm.',
    ])
    const { requestId } = answer.body
    const mail = await fixture
      .clientFor('notification')
      .get(`/internal/do-not-prank-mails/${requestId}`, doNotPrankMail)
    expect(mail).toEqual({ to: 'pat@example.com', code: codeOf(requestId) })
    expect(await fixture.check([place])).toEqual([null])

    const confirmed = await confirm(requestId, mail?.code ?? '')
    expect([confirmed.status, confirmed.body.message]).toEqual([
      200,
      'This address is on our do-not-prank list now. We do not send parcels to it any more.',
    ])
    expect(await fixture.check([place])).toEqual([{ kind: 'blocked' }])
    expect((await blockedEvents()).map(({ data }) => Object.keys(data as object))).toEqual([['digest', 'at']])
  })

  test('when the address is listed already then nothing differs: answers, mail, and no second event', async () => {
    const before = await blockedEvents()
    const answer = await call('POST', '/api/do-not-prank', {
      body: { ...burrow, address: '12 N Burrow St #4b', address2: null, email: 'pat@example.com' },
    })
    expect([answer.status, answer.body.message]).toEqual([
      201,
      'We sent you a mail with a code. Enter it to confirm.',
    ])
    const confirmed = await confirm(answer.body.requestId, codeOf(answer.body.requestId))
    expect([confirmed.status, confirmed.body.message]).toEqual([
      200,
      'This address is on our do-not-prank list now. We do not send parcels to it any more.',
    ])
    expect(await blockedEvents()).toEqual(before)
    expect(await listings.countDocuments()).toBe(1)
  })

  test('when the confirmation is repeated then the answer is the same and the code gives no second mail', async () => {
    const id = await request({ address: '1 Repeat Road' })
    const [one, two] = [await confirm(id, codeOf(id)), await confirm(id, codeOf(id))]
    expect([one.status, two.status, two.body]).toEqual([200, 200, one.body])
    const mail = await fixture
      .clientFor('notification')
      .get(`/internal/do-not-prank-mails/${id}`, doNotPrankMail)
    expect(mail).toBeNull()
  })

  test('when five codes were wrong then the right one is refused, too, also of parallel calls', async () => {
    const id = await request({ address: '5 Wrong Way' })
    const wrong = await Promise.all(Array.from({ length: 8 }, (_, n) => confirm(id, `1234567${n}`)))
    expect(wrong.map(({ status }) => status)).toEqual(Array(8).fill(400))
    const late = await confirm(id, codeOf(id))
    expect([late.status, late.body.message]).toEqual([
      400,
      'This code is not correct, or it has expired. Check it, or start again with your address.',
    ])
    expect(await fixture.check([{ address: '5 Wrong Way', zipCode: '97477' }])).toEqual([null])
  })

  test('when the request has ended, or is not known, then the answer is that of a wrong code', async () => {
    const id = await request({ address: '6 Late Lane' })
    fixture.state.now = () => new Date(Date.now() + 61 * 60_000)
    const late = await confirm(id, codeOf(id))
    fixture.state.now = () => new Date()
    const unknown = await confirm(newId(), '12345678')
    expect([late.status, unknown.status, unknown.body.message]).toEqual([400, 400, late.body.message])
  })

  test('when an address is not complete, or its ZIP code is elsewhere, then it is a 400 that says so', async () => {
    const answer = await call('POST', '/api/do-not-prank', { body: { ...burrow, zipCode: '10001' } })
    expect([answer.status, answer.body.message]).toEqual([400, 'ZIP code 10001 is in NY, not in OR'])
  })
})

describe('the units of a house', () => {
  const house = { address: '10 Wide Way', zipCode: '97477' }
  const inUnit = (address2: string) => ({ ...house, address2 })

  test('when a house is listed then no unit of it gets parcels; when a unit is listed then the others get them', async () => {
    await fixture.list({ ...house, address2: 'Apt 2' })
    expect(await fixture.check([house, inUnit('Apt 1'), inUnit('#2'), inUnit('Unit 2, c/o Bob')])).toEqual([
      ...[null, null],
      ...[{ kind: 'blocked' }, { kind: 'blocked' }],
    ])
    await fixture.list({ ...house, address2: null })
    const places = [house, inUnit('Apt 1'), inUnit('leave at the porch'), inUnit('c/o Bob')]
    expect(await fixture.check(places)).toEqual(Array(4).fill({ kind: 'blocked' }))
    const found = await operator('POST', '/api/admin/do-not-prank/search', inUnit('Apt 2'))
    expect(found.body.total).toBe(2)
  })

  test('when a sender invents a unit then the code on the slip confirms a request for the house', async () => {
    fixture.state.slips.set('JKMNPQRSTV', { ...inUnit('Apt 9'), address: '11 Wide Way' })
    const id = await request({ address: '11 Wide Way', address2: null, email: '' })
    expect((await confirm(id, 'JKMNPQRSTV')).status).toBe(200)
    expect(await fixture.check([{ ...inUnit('Apt 8'), address: '11 Wide Way' }])).toEqual([
      { kind: 'blocked' },
    ])
  })
})

describe('the code on a slip', () => {
  test('when its parcel went to this address then it confirms the request', async () => {
    fixture.state.slips.set('GHJKMNPQRS', { address: '7 slip st', address2: null, zipCode: '97477-0001' })
    const id = await request({ address: '7 Slip Street', address2: null, email: '' })
    expect((await confirm(id, 'ghjkm-npqrs')).status).toBe(200)
    expect(await fixture.check([{ address: '7 Slip Street', zipCode: '97477' }])).toEqual([
      { kind: 'blocked' },
    ])
  })

  test('when its parcel went elsewhere, or there is none, then both answers are the same', async () => {
    fixture.state.slips.set('TVWXYZGHJK', { address: '8 Other Street', address2: null, zipCode: '97477' })
    const id = await request({ address: '9 Third Street', email: null })
    const [elsewhere, none] = [await confirm(id, 'TVWXYZGHJK'), await confirm(id, 'ZZZZZZZZZZ')]
    expect([elsewhere.status, none.status]).toEqual([400, 400])
    expect(none.body.message).toBe(elsewhere.body.message)
  })
})

describe('the limits', () => {
  test('when one network sends too many requests or codes, or one e-mail address gets too many mails, then it is a 429', async () => {
    const strict = await fixture.start({ DO_NOT_PRANK_LIMIT: 2, DO_NOT_PRANK_EMAIL_LIMIT: 1 })
    const send = (from: string, email: string | null) =>
      strict.call('POST', '/api/do-not-prank', {
        body: { ...burrow, email },
        headers: { 'x-forwarded-for': from },
      })
    expect((await send('198.51.100.1', 'many@example.com')).status).toBe(201)
    expect((await send('198.51.100.2', 'MANY@example.com')).body.message).toMatch(
      /^Too many requests with this email\. Please try again in/,
    )
    expect((await send('198.51.100.1', null)).status).toBe(201)
    expect((await send('198.51.100.1', null)).body.message).toMatch(/^Too many requests from your network\./)
    const code = () =>
      strict.call('POST', '/api/do-not-prank/confirm', {
        body: { requestId: newId(), code: '1' },
        headers: { 'x-forwarded-for': '198.51.100.3' },
      })
    expect([await code(), await code(), await code()].map(({ status }) => status)).toEqual([400, 400, 429])
    await strict.close()
  })

  test('when a customer orders for too many different targets that are refused then each further cart is a 429, also one that is not refused', async () => {
    const strict = await fixture.start({ REFUSED_TARGET_LIMIT: 3 })
    const house = (number: number) => ({ address: `${number} Limit Lane`, zipCode: '97477' })
    for (const number of [1, 2, 3, 4]) await fixture.list({ ...house(number), address2: null })
    const ask = async (senderId: string | null, places: object[], isOneOrder = true) => {
      const body = { senderId, places, isOneOrder }
      const answer = strict
        .clientFor('order')
        .post('/internal/addresses/check', addressesChecked, body as never)
      return answer.then(
        ({ verdicts }) => verdicts.filter(({ refusal }) => refusal !== null).length,
        ({ status, message }) => [status, message],
      )
    }
    const sender = newId()
    const tooMany = [
      429,
      expect.stringMatching(/^Too many of your targets cannot get parcels\. Please try again in/),
    ]
    // Several parcels to one target count once.
    expect(await ask(sender, [house(1), house(1), house(2), house(9)])).toBe(3)
    expect(await ask(sender, [house(9)])).toBe(0)
    expect(await ask(sender, [house(3)])).toBe(1)
    expect(await ask(sender, [house(9)])).toEqual(tooMany)
    expect(await ask(sender, [house(4)])).toEqual(tooMany)
    // Others, imports, and the draws of plans are not limited.
    expect([await ask(newId(), [house(4)]), await ask(null, [house(4)])]).toEqual([1, 1])
    expect(await ask(sender, [house(4)], false)).toBe(1)
    const stored = await fixture.connection.collection('limits').find().toArray()
    expect(JSON.stringify(stored)).not.toContain(sender)
    await strict.close()
  })
})

describe('the list of operators', () => {
  test('when an operator searches an address then its entry is found by the digest, and can be removed once', async () => {
    const search = (body: object) => operator('POST', '/api/admin/do-not-prank/search', body)
    const found = await search({ address: '12 n burrow st', address2: 'apt 4b', zipCode: '97477' })
    expect([found.status, found.body.total]).toEqual([200, 1])
    const [{ id, confirmedBy }] = found.body.items
    expect(confirmedBy).toBe('mail')
    const all = await operator('GET', '/api/admin/do-not-prank')
    expect(all.body.items.map((one: { id: string }) => one.id)).toContain(id)
    const remove = () => operator('DELETE', `/api/admin/do-not-prank/${id}`)
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    expect((await search(place)).body).toEqual({ items: [], total: 0, nextCursor: null })
    expect(await fixture.check([place])).toEqual([null])
  })

  test('when all of this was done then no collection contains an address, and the audit trail says who searched and removed', async () => {
    const collections = await fixture.connection.db?.listCollections().toArray()
    const texts = await Promise.all(
      (collections ?? []).map(async ({ name }) =>
        JSON.stringify(await fixture.connection.collection(name).find().toArray()),
      ),
    )
    const all = texts.join('\n').toLowerCase()
    for (const word of [
      'burrow',
      'slip st',
      'repeat road',
      'wrong way',
      'third street',
      'limit lane',
      '97477',
      'springfield',
    ])
      expect(all).not.toContain(word)
    const audit = await operator('GET', '/api/admin/audit/consent')
    const endpoints = audit.body.items.map(({ endpoint }: { endpoint: string }) => endpoint)
    expect(endpoints).toContain('POST /api/admin/do-not-prank/search')
    expect(endpoints).toContain('DELETE /api/admin/do-not-prank/:id')
  })
})

describe('the key of the digests', () => {
  test('when the service starts again with the same key then it runs', async () => {
    await expect(service.prepare?.(fixture.deps)).resolves.not.toThrow()
  })

  test('when it starts with another key, as after a restore without the old one, then it refuses and says what to do', async () => {
    const withOther = { ...fixture.deps, digests: createDigests('another key than before') }
    await expect(service.prepare?.(withOther)).rejects.toThrow(
      /ADDRESS_KEY is not the key.*kept with the backup/,
    )
  })
})
