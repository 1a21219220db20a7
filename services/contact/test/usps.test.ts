import type { AddressToCheck } from '@prankpost/contracts'
import { createLogger } from '@prankpost/service-kit'
import { until } from '@prankpost/test-harness'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checksTotal } from '../src/metrics.ts'
import { createUspsCheck } from '../src/usps.ts'
import { match, noMatch, refusal, startUsps, uspsId, uspsSecret } from './fake-usps.ts'

let usps: Awaited<ReturnType<typeof startUsps>>
beforeEach(async () => {
  usps = await startUsps()
  checksTotal.reset()
})
afterEach(() => usps.close())

const address: AddressToCheck = {
  address: '1 Garden Path',
  address2: 'Apt 4 & 5',
  city: 'Springfield',
  state: 'OR',
  zipCode: '97477-1234',
}
const log = createLogger('contact', 'silent')
const createCheck = (over: object = {}) =>
  createUspsCheck({ url: usps.url, clientId: uspsId, clientSecret: uspsSecret, log, ...over })

/** The outcomes that were counted, without those that did not occur. */
async function counted() {
  const { values } = await checksTotal.get()
  return Object.fromEntries(
    values.filter(({ value }) => value > 0).map((one) => [one.labels.outcome, one.value]),
  )
}

describe('an address at USPS', () => {
  test('when it is known then it is deliverable, and USPS got its parts and no name', async () => {
    expect(await createCheck().check(address)).toEqual({ result: 'deliverable' })
    expect(usps.lookUps).toEqual([
      {
        streetAddress: '1 Garden Path',
        secondaryAddress: 'Apt 4 & 5',
        city: 'Springfield',
        state: 'OR',
        ZIPCode: '97477',
      },
    ])
    expect(usps.tokenRequests.map((text) => JSON.parse(text))).toEqual([
      { client_id: uspsId, client_secret: uspsSecret, grant_type: 'client_credentials' },
    ])
    expect(await counted()).toEqual({ deliverable: 1 })
  })

  test('when it has no second line then none is sent', async () => {
    await createCheck().check({ ...address, address2: null })
    expect(usps.lookUps[0]).not.toHaveProperty('secondaryAddress')
  })

  test.each([
    ['the building is known, and the second line is missing', match('D'), 'deliverable'],
    ['the building is known, and the second line is not', match('S'), 'deliverable'],
    ['the house number is not known', match('N'), 'not-found'],
    ['there is no match', noMatch, 'not-found'],
    ['the data is insufficient', refusal(404, 'The address information is insufficient.'), 'not-found'],
    ['the city is wrong', refusal(400, 'The city in the request is missing or invalid.'), 'not-found'],
    ['the delivery point is not confirmed', match(null), 'unclear'],
    ['there is no information about delivery', match('Y', { additionalInfo: undefined }), 'unclear'],
    [
      'the request is not in the expected form',
      refusal(400, 'OASValidation ... failed', [{ title: 'openapi_validation_error' }]),
      'unclear',
    ],
    ['the answer is not JSON', { status: 200, body: '<html>' }, 'unclear'],
  ] as const)(
    'when %s then the outcome is as listed, and the next one is asked',
    async (_when, reply, outcome) => {
      const { check } = createCheck()
      usps.reply = reply
      const { result, ...more } = await check(address)
      expect(result).toBe(outcome === 'unclear' ? 'unknown' : outcome)
      expect(more).toEqual(
        outcome === 'not-found'
          ? { message: expect.stringMatching(/^USPS does not know.*Please check/) }
          : {},
      )
      expect(await counted()).toEqual({ [outcome]: 1 })
      usps.reply = match('Y')
      expect(await check(address)).toEqual({ result: 'deliverable' })
    },
  )

  test('when it is in Puerto Rico then USPS is not called', async () => {
    expect(await createCheck().check({ ...address, state: 'PR', zipCode: '00901' })).toEqual({
      result: 'unknown',
    })
    expect(usps.tokenRequests).toEqual([])
  })
})

describe('a failure of USPS', () => {
  test.each([
    ['has an error', refusal(500, 'Internal error'), 'unavailable'],
    ['is overloaded', { status: 503, body: '' }, 'unavailable'],
    ['limits the calls', refusal(429, 'Too many requests'), 'limited'],
    ['does not allow the product', refusal(403, 'The requested resource is forbidden'), 'refused'],
    ['is another server', { status: 404, body: '<html>' }, 'unavailable'],
    ['redirects', { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } }, 'unavailable'],
    ['does not answer', 'no answer', 'unavailable'],
  ] as const)(
    'when it %s then the address passes, and it is not called for a while',
    async (_when, reply, outcome) => {
      const { check } = createCheck({ timeoutMs: 300, pauseMs: 400 })
      usps.reply = reply
      const startedAt = Date.now()
      expect(await check(address)).toEqual({ result: 'unknown' })
      expect(Date.now() - startedAt).toBeLessThan(10_000)
      expect(await check(address)).toEqual({ result: 'unknown' })
      expect(await counted()).toEqual({ [outcome]: 1, paused: 1 })
      expect(usps.lookUps).toHaveLength(1)
      usps.reply = match('Y')
      await until(async () => (await check(address)).result === 'deliverable')
    },
  )

  test('when it says when to call again then it is not called before', async () => {
    const { check } = createCheck({ pauseMs: 0 })
    usps.reply = { status: 429, body: {}, headers: { 'retry-after': '60' } }
    await check(address)
    usps.reply = match('Y')
    expect(await check(address)).toEqual({ result: 'unknown' })
    expect(await counted()).toEqual({ limited: 1, paused: 1 })
  })

  test.each([
    ['refuses the credentials', refusal(401, 'invalid client'), 'refused'],
    ['has no token', { status: 200, body: {} }, 'unavailable'],
    ['does not answer', 'no answer', 'unavailable'],
  ] as const)('when the server of tokens %s then the address passes', async (_when, reply, outcome) => {
    usps.tokenReply = reply
    const { check } = createCheck({ timeoutMs: 300, pauseMs: 0 })
    expect(await check(address)).toEqual({ result: 'unknown' })
    expect(await counted()).toEqual({ [outcome]: 1 })
    usps.tokenReply = null
    expect(await check(address)).toEqual({ result: 'deliverable' })
  })

  test('when nothing listens there then the address passes', async () => {
    const { check } = createCheck({ url: 'http://127.0.0.1:9' })
    expect(await check(address)).toEqual({ result: 'unknown' })
    expect(await counted()).toEqual({ unavailable: 1 })
  })
})

describe('the token', () => {
  test('when addresses are checked one after another, and at the same moment, then it is requested once', async () => {
    const { check } = createCheck()
    await Promise.all(Array.from({ length: 5 }, () => check(address)))
    await check(address)
    expect(usps.lookUps).toHaveLength(6)
    expect(usps.tokenRequests).toHaveLength(1)
  })

  test('when it has expired then a new one is requested', async () => {
    usps.expiresIn = '0.1'
    const { check } = createCheck()
    await check(address)
    await until(async () => {
      await check(address)
      return usps.tokenRequests.length === 2
    })
    expect((await counted()).deliverable).toBe(usps.lookUps.length)
  })

  test('when it was revoked then the address is looked up once more with a new one', async () => {
    const { check } = createCheck()
    await check(address)
    usps.revokeTokens()
    expect(await check(address)).toEqual({ result: 'deliverable' })
    expect([usps.tokenRequests.length, usps.lookUps.length]).toEqual([2, 3])
  })

  test('when every new one is refused, too, then it ends after two look-ups', async () => {
    usps.reply = refusal(401, '')
    expect(await createCheck().check(address)).toEqual({ result: 'unknown' })
    expect([usps.tokenRequests.length, usps.lookUps.length]).toEqual([2, 2])
    expect(await counted()).toEqual({ refused: 1 })
  })
})

test('when USPS fails in any way then the log has the reason, and neither the address nor a secret', async () => {
  const warn = vi.fn()
  const options = { log: { warn } as unknown as typeof log, timeoutMs: 200 }
  for (const reply of [refusal(500, '1 Garden Path'), refusal(429, '1 Garden Path'), 'no answer'] as const) {
    usps.reply = reply
    await createCheck(options).check(address)
  }
  await createCheck({ ...options, url: 'http://127.0.0.1:9' }).check(address)
  expect(warn.mock.calls.map(([{ reason }]) => reason)).toEqual([500, 429, 'TimeoutError', 'Error'])
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/garden|springfield|97477|consumer-secret|token-/i)
})
