import type { FunnelInput, FunnelStep, VisitSource } from '@prankpost/contracts'
import { unavailable } from '@prankpost/service-kit'
import { cookieOf, newCustomer, newId, standInClient } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKnownPranks } from '../src/known-pranks.ts'
import { forgetFunnel } from '../src/use-cases/forget-funnel.ts'
import { rebuildReports } from '../src/use-cases/rebuild-reports.ts'
import { startFixture } from './fixture.ts'
import { newOrder, newPlan, potato, sock } from './shop-events.ts'

const fixture = await startFixture({ env: { FUNNEL_LIMIT: 60 } })
afterAll(() => fixture.close())
const dayMs = 86_400_000
/** At noon, so no day ends during a test. */
const noon = new Date().setUTCHours(12, 0, 0, 0)
const setDay = (days: number) => {
  fixture.clock.skewMs = noon + days * dayMs - Date.now()
}
beforeEach(() => setDay(0))
afterEach(() => fixture.clear())

/** Each visitor of this file has an address of its own. */
let visitors = 0
const newAddress = () => `10.0.${Math.floor(++visitors / 250)}.${visitors % 250}`
const report = (body: unknown, headers: Record<string, string> = {}) =>
  fixture.call('POST', '/api/funnel', { body, headers: { 'x-forwarded-for': newAddress(), ...headers } })
const visit = (source: VisitSource, ...steps: (FunnelStep | FunnelInput['steps'][number])[]) =>
  report({ source, steps: steps.map((step) => (typeof step === 'string' ? { step } : step)) })
const stored = () => fixture.funnel.find().sort({ _id: 1 }).lean()
const today = new Date(noon).toISOString().slice(0, 10)
const prankId = potato.id
const total = 'by=total'

describe('the report of the funnel', () => {
  test('when visits reach steps then they count by source and by prank, and what was paid counts once, from its events', async () => {
    await visit('search', 'visit', 'viewed', { step: 'viewed', prankId })
    await visit('search', 'picked', { step: 'picked', prankId }, 'added', { step: 'added', prankId })
    await visit('search', 'checkout', { step: 'checkout', prankId }, 'paid')
    await visit('email', 'visit', 'plansViewed', 'planPicked', 'planCheckout', 'planPaid')
    const now = new Date().toISOString()
    const [order, silent, cancelled, plan] = [newOrder(), newOrder(), newOrder(), newPlan()]
    await fixture.deliverAll(
      ...[order.paid(now), order.paid(now), silent.paid(now), cancelled.paid(now)],
      ...[cancelled.status('cancelled', now), plan.created(now), plan.created(now)],
    )
    const none = { visit: 0, viewed: 0, picked: 0, added: 0, checkout: 0, paid: 0 }
    const noPlan = { plansViewed: 0, planPicked: 0, planCheckout: 0, planPaid: 0 }
    const one = { visit: 1, viewed: 1, picked: 1, added: 1, checkout: 1, paid: 1 }
    const onePlan = { plansViewed: 1, planPicked: 1, planCheckout: 1, planPaid: 1 }
    const unknown = { orders: null, plansStarted: null }
    expect(await fixture.rows('funnel', total)).toMatchObject([
      { source: 'all', ...one, visit: 2, ...onePlan, orders: 2, plansStarted: 1 },
      { source: 'search', ...one, ...noPlan, ...unknown },
      { source: 'email', ...none, visit: 1, ...onePlan, ...unknown },
    ])
    expect(await fixture.rows('funnel-pranks', total)).toMatchObject([
      { prankId, name: 'Raw Potato', viewed: 1, picked: 1, added: 1, checkout: 1, orders: 2 },
      { prankId: sock.id, name: 'Lonely Sock', viewed: 0, picked: 0, added: 0, checkout: 0, orders: 2 },
    ])
    const { body } = await fixture.get(`funnel-pranks/export?${total}`)
    expect(body.trim().split('\r\n')[1]).toContain(`"${prankId}","Raw Potato","1","1","1","1","2"`)
  })

  test('when days and their periods are read then each visit is in the row of its day', async () => {
    for (const ago of [2, 1, 0]) {
      setDay(-ago)
      await visit('direct', 'visit', { step: 'viewed', prankId })
    }
    const from = new Date(noon - 3 * dayMs).toISOString().slice(0, 10)
    const rows = await fixture.rows('funnel', `from=${from}`)
    expect(rows.filter(({ source }) => source === 'all').map(({ visit }) => visit)).toEqual([0, 1, 1, 1])
    expect(await fixture.rows('funnel-pranks', `from=${from}&${total}`)).toMatchObject([{ viewed: 3 }])
  })

  test('when the figures are rebuilt then the visits stay, and they are deleted after 400 days', async () => {
    await visit('social', 'visit', { step: 'viewed', prankId })
    const before = await stored()
    const nothing = standInClient({ get: () => ({ purchases: [], events: [], nextCursor: null }) })
    await rebuildReports({ ...fixture.models, order: nothing, subscription: nothing })
    setDay(400)
    await forgetFunnel(fixture.deps)
    expect(await stored()).toEqual(before)
    setDay(401)
    await forgetFunnel(fixture.deps)
    expect(await stored()).toEqual([])
  })
})

describe('a call that reports steps', () => {
  test('when every header contains a mark then nothing of it is stored: no address, browser, page, id or time', async () => {
    const mark = 'canary-7f3a'
    const headers = {
      'x-forwarded-for': '203.0.113.77',
      'user-agent': mark,
      referer: `http://${mark}.example/path`,
      'accept-language': `${mark}-lang`,
      'x-request-id': `${mark}-request`,
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      cookie: `${cookieOf(newCustomer())}; id=${mark}`,
      'sec-ch-ua': mark,
      'x-canary': mark,
    }
    const steps = [{ step: 'visit' }, { step: 'viewed', prankId }]
    expect((await report({ source: 'search', steps }, headers)).status).toBe(204)
    const collections = await fixture.connection.listCollections()
    const everything = await Promise.all(
      collections.map(({ name }) => fixture.connection.collection(name).find().toArray()),
    )
    // The whole database has one document: a day, and numbers.
    expect(everything.flat()).toEqual([
      {
        _id: today,
        sources: { search: { visit: 1 } },
        pranks: { [prankId]: { name: 'Raw Potato', viewed: 1 } },
      },
    ])
    expect(JSON.stringify(everything)).not.toMatch(/canary|203\.0|4bf92f|T\d\d:\d\d/)
  })

  test.each(['dnt', 'sec-gpc'])('when it has %s: 1 then nothing is counted', async (name) => {
    const steps = [{ step: 'visit' }]
    expect((await report({ source: 'direct', steps }, { [name]: '1' })).status).toBe(204)
    expect(await stored()).toEqual([])
  })

  test('when a prank is unknown then it is dropped and the rest counts; steps are counted once per call', async () => {
    const unknown = Array.from({ length: 10 }, () => ({ step: 'viewed' as const, prankId: newId() }))
    const { status } = await visit('other', 'visit', 'visit', ...unknown, { step: 'picked', prankId })
    expect(status).toBe(204)
    expect(await stored()).toEqual([
      {
        _id: today,
        sources: { other: { visit: 1 } },
        pranks: { [prankId]: { name: 'Raw Potato', picked: 1 } },
      },
    ])
  })

  test.each([
    { source: 'google.com', steps: [{ step: 'visit' }] },
    { source: 'search', steps: [] },
    { source: 'search', steps: Array.from({ length: 21 }, () => ({ step: 'visit' })) },
    { source: 'search', steps: [{ step: 'visit', prankId }] },
    { source: 'search', steps: [{ step: 'viewed', prankId: '$where' }] },
    { source: 'search', steps: [{ step: '__proto__' }] },
    { source: 'search', steps: [{ step: 'visit', at: 1 }] },
    { source: 'search', steps: [{ step: 'visit' }], visitor: 'x' },
    { source: { $gt: '' }, steps: [{ step: 'visit' }] },
  ])('when its body is %j then it is refused with 400', async (body) => {
    expect((await report(body)).status).toBe(400)
    expect(await stored()).toEqual([])
  })

  test('when many arrive at once on a new day then each counts, and those above the limit of an address do not', async () => {
    const address = { 'x-forwarded-for': newAddress() }
    const body = { source: 'direct', steps: [{ step: 'visit' }] }
    const answers = await Promise.all(Array.from({ length: 80 }, () => report(body, address)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await stored()).toMatchObject([{ sources: { direct: { visit: 60 } } }])
  })
})

test('when catalog is unavailable then the known pranks stay known, and without any none is', async () => {
  let isDown = true
  const get = () => {
    if (isDown) throw unavailable()
    const { id, name } = potato
    const about = { description: '', priceCents: 1, tier: 'T', image: 'potato', onSale: true, revision: 1 }
    return [{ prankId: id, name, ...about }]
  }
  let failures = 0
  const clock = { ms: 0 }
  const log = { warn: () => void failures++ }
  const knownPranks = createKnownPranks(standInClient({ get }), log, () => clock.ms)
  expect((await knownPranks()).size).toBe(0)
  isDown = false
  expect((await knownPranks()).size).toBe(0)
  clock.ms = 5_000
  expect((await knownPranks()).get(prankId)).toBe('Raw Potato')
  isDown = true
  clock.ms = 70_000
  expect((await knownPranks()).size).toBe(1)
  await until(() => failures === 2)
  expect((await knownPranks()).size).toBe(1)
})
