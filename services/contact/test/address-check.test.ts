import { addressCheckAnswer } from '@prankpost/contracts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { match, noMatch, refusal, startUsps, uspsId, uspsSecret } from './fake-usps.ts'
import { newId, startFixture, target } from './fixture.ts'

const usps = await startUsps()
const credentials = { USPS_CLIENT_ID: uspsId, USPS_CLIENT_SECRET: uspsSecret, USPS_URL: usps.url }
const fixture = await startFixture(credentials)
const { contacts } = fixture.deps
afterAll(async () => {
  await fixture.close()
  await usps.close()
})
beforeEach(() => {
  usps.reply = match('Y')
  usps.lookUps = []
})

const add = (owner: string, over = {}) =>
  fixture.call('POST', '/api/contacts', { owner, body: { ...target, ...over } })
const change = (owner: string, id: string, body: object, method = 'PATCH') =>
  fixture.call(method, `/api/contacts/${id}`, { owner, body })
const refused = {
  code: 'invalid',
  message: expect.stringMatching(/^USPS does not know this address. Please check/),
  issues: [{ path: 'address', message: expect.stringContaining('Please check the house number') }],
}

describe('adding a target', () => {
  test('when USPS knows the address then it is stored as it was typed', async () => {
    const { status, body } = await add(newId())
    expect([status, body.address, body.city]).toEqual([201, '1 Garden Path', 'Springfield'])
    expect(usps.lookUps).toEqual([
      { streetAddress: '1 Garden Path', city: 'Springfield', state: 'OR', ZIPCode: '97477' },
    ])
  })

  test('when USPS does not know it then it is a 400 at the address, and nothing is stored', async () => {
    usps.reply = noMatch
    const owner = newId()
    const { status, body } = await add(owner)
    expect([status, body]).toEqual([400, expect.objectContaining(refused)])
    expect(await contacts.countDocuments({ ownerId: owner })).toBe(0)
  })

  test('when the ZIP code is not in the state then USPS is not asked', async () => {
    expect((await add(newId(), { state: 'NY' })).status).toBe(400)
    expect(usps.lookUps).toEqual([])
  })
})

describe('changing a target', () => {
  test('when USPS does not know the new address then it is a 400, and nothing changes', async () => {
    const owner = newId()
    const { id } = (await add(owner)).body
    const before = await contacts.findOne({ _id: id }).lean()
    usps.reply = match('N')
    for (const [method, body] of [
      ['PATCH', { address: '99 Garden Path' }],
      ['PUT', { ...target, zipCode: '97478' }],
    ] as const) {
      const answer = await change(owner, id, body, method)
      expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(refused)])
    }
    expect(await contacts.findOne({ _id: id }).lean()).toEqual(before)
  })

  test('when one part is corrected then the whole address is checked', async () => {
    const owner = newId()
    const { id } = (await add(owner)).body
    expect((await change(owner, id, { address2: 'Apt 4' })).status).toBe(200)
    expect(usps.lookUps.at(-1)).toEqual({
      streetAddress: '1 Garden Path',
      secondaryAddress: 'Apt 4',
      city: 'Springfield',
      state: 'OR',
      ZIPCode: '97477',
    })
  })

  test('when only the name or the picture changes, or nothing does, then USPS is not asked', async () => {
    const owner = newId()
    const { id } = (await add(owner)).body
    usps.lookUps = []
    usps.reply = noMatch
    expect((await change(owner, id, { name: 'Geraldine', profilePicture: 'nerd' })).status).toBe(200)
    expect((await change(owner, id, { ...target, name: 'G.' }, 'PUT')).status).toBe(200)
    expect(usps.lookUps).toEqual([])
  })

  test("when the ZIP code would not be in the state, or the target is another customer's, then USPS is not asked", async () => {
    const owner = newId()
    const { id } = (await add(owner)).body
    usps.lookUps = []
    expect((await change(owner, id, { state: 'CA' })).status).toBe(400)
    expect((await change(newId(), id, { address: '2 Garden Path' })).status).toBe(404)
    expect(usps.lookUps).toEqual([])
  })
})

describe('the check for other services', () => {
  const { name: _name, profilePicture: _picture, ...address } = target
  const check = () => fixture.internal.post('/internal/address-checks', addressCheckAnswer, address)

  test('when order asks then it gets the result, and the message for the customer', async () => {
    expect(await check()).toEqual({ result: 'deliverable' })
    usps.reply = noMatch
    expect(await check()).toEqual({ result: 'not-found', message: refused.message })
  })
})

// The last with this service: it does not call USPS for half a minute after that.
test('when USPS fails then targets are stored all the same', async () => {
  const owner = newId()
  const { id } = (await add(owner)).body
  usps.reply = refusal(500, 'Internal error')
  expect((await add(owner)).status).toBe(201)
  expect((await change(owner, id, { address: '2 Garden Path' })).status).toBe(200)
  expect(usps.lookUps).toHaveLength(2)
})

describe('without credentials', () => {
  test('when a target is added, changed or asked about then nothing is called', async () => {
    const closed = await startUsps()
    const shop = await startFixture({ USPS_URL: closed.url })
    const owner = newId()
    const { body } = await shop.call('POST', '/api/contacts', { owner, body: target })
    const changed = { owner, body: { address: '2 Garden Path' } }
    expect((await shop.call('PATCH', `/api/contacts/${body.id}`, changed)).status).toBe(200)
    const { name: _name, profilePicture: _picture, ...address } = target
    const answer = await shop.internal.post('/internal/address-checks', addressCheckAnswer, address)
    expect(answer).toEqual({ result: 'unknown' })
    expect([closed.tokenRequests, closed.lookUps]).toEqual([[], []])
    await shop.close()
    await closed.close()
  })
})
