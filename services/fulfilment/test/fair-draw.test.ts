import { createHmac } from 'node:crypto'
import { type MonthDraws, monthDraws } from '@prankpost/contracts'
import { drawFair, numberLabel } from '@prankpost/contracts/fair-draw'
import { createEmitter } from '@prankpost/messaging'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { commitmentOf, createDrawSeeds, monthOf } from '../src/draw-seeds.ts'
import { invoiceOf, month, newPlan, potato, startFixture, type TestPlan } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { shipments, others, call, deliver, own } = fixture
const seeds = fixture.models.drawSeeds

const pranks = Array.from({ length: 5 }, (_, n) => ({ ...potato, prankId: newId(), name: `Prank ${n}` }))
others.pranks.push(...pranks)

const load = async (plan: TestPlan, n = 0) => {
  const found = await shipments.findOne({ invoiceId: invoiceOf(plan, n) }).lean()
  if (found === null) throw new Error('no month')
  return found
}
const drawPath = ({ subscriptionId }: TestPlan) => `/api/subscriptions/${subscriptionId}/draw`
async function planWith(targets: string[], prankCount = 3) {
  const plan = newPlan(prankCount)
  const ids = targets.map((name) => fixture.target(plan.ownerId, { name, address: `1 ${name} Lane` }))
  await deliver(month(plan, 0))
  return { plan, ids }
}
const pairsOf = async (plan: TestPlan, n = 0) =>
  ((await load(plan, n)).draw ?? []).map(({ contactId, prankId }) => `${contactId} ${prankId}`)

/** A published draw, repeated; the script does the same (packages/contracts/test/fair-draw.test.ts). */
const repeat = (draw: MonthDraws['draws'][number], seed: string) =>
  drawFair(draw, (index) => createHmac('sha256', seed).update(numberLabel(draw, index)).digest('hex'))

/** Publishes what was drawn so far, as if it had been in January 2024. */
async function publish() {
  const present = await seeds.findById(monthOf(fixture.deps.now())).lean()
  const { _id: _, ...seed } = present ?? { _id: '' }
  await seeds.updateOne({ _id: '2024-01' }, { $set: seed }, { upsert: true })
  await shipments.updateMany({ draws: { $exists: true } }, { $set: { 'draws.$[].month': '2024-01' } })
  const pages = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: '2', ...(cursor && { cursor }) })
    const page = monthDraws.parse((await call('GET', `/api/draws/2024-01?${query}`)).body)
    pages.push(page)
    cursor = page.nextCursor
  }
  return {
    seed: pages[0]?.seed ?? '',
    draws: pages.flatMap(({ draws }) => draws),
    text: JSON.stringify(pages),
  }
}

describe('the draws of a month', () => {
  test('when the month runs, then its commitment is public, and neither its seed nor a draw is', async () => {
    await fixture.deps.seeds.commit()
    const { items } = (await call('GET', '/api/draws')).body
    expect(items).toHaveLength(3)
    const present = monthOf(fixture.deps.now())
    const stored = await seeds.findById(present).lean()
    expect(items.at(-1)).toMatchObject({
      month: present,
      seed: null,
      commitment: commitmentOf(stored?.seed ?? ''),
    })
    await planWith(['Gerald'])
    expect((await call('GET', `/api/draws/${present}`)).body).toMatchObject({ draws: [], nextCursor: null })
    expect((await call('GET', '/api/draws/2023-05')).status).toBe(404)
    expect((await call('GET', '/api/draws/2023-13')).status).toBe(400)
  })

  test('when two replicas commit a month at once, then it has one seed, which never changes', async () => {
    const at = new Date('2031-05-31T23:59:59Z')
    const replicas = [1, 2, 3].map(() => createDrawSeeds(seeds, () => at))
    const all = await Promise.all(replicas.map((one) => one.present()))
    expect(new Set(all.map(({ _id, seed }) => `${_id} ${seed}`)).size).toBe(1)
    await replicas[0]?.commit()
    expect(await seeds.findById('2031-05').lean()).toEqual(all[0])
    expect(await seeds.exists({ _id: '2031-07' })).not.toBeNull()
    await seeds.deleteMany({ _id: /^2031/ })
  })

  test('when the month is over, then each draw is repeated, also of slots that were drawn again, and nothing names a person', async () => {
    const { plan, ids } = await planWith(['Gerald', 'Penelope'])
    const [first] = (await load(plan)).draw ?? []
    expect((await own(plan, 'POST', `${drawPath(plan)}/${first?.slot}/swap`)).status).toBe(200)
    const sold = others.pranks.find(({ prankId }) => prankId === first?.prankId)
    const digest = others.consent.digestOf({ address: '1 Gerald Lane', zipCode: '97701' })
    others.consent.refusals.set(digest, { kind: 'blocked' })
    await deliver(
      createEmitter('consent')('address-blocked', newId(), { digest, at: new Date().toISOString() }),
    )
    const preferences = { excludedPrankIds: [sold?.prankId], excludedContactIds: [] }
    await own(plan, 'PUT', `/api/subscriptions/${plan.subscriptionId}/preferences`, preferences)
    const { draw = [], drawId, draws: records = [] } = await load(plan)
    expect(draw.map(({ contactId }) => contactId)).toEqual(Array(3).fill(ids[1]))
    expect(records.length).toBeGreaterThanOrEqual(3)
    others.consent.refusals.clear()

    const { seed, draws, text } = await publish()
    const shown = (await own(plan, 'GET', drawPath(plan))).body as { drawId: string }[]
    expect(shown.map((one) => one.drawId)).toEqual(Array(3).fill(drawId))
    const mine = draws.filter(({ id }) => id === shown[0]?.drawId)
    expect(mine.map(({ step }) => step)).toEqual(records.map(({ step }) => step))
    expect(draws.filter((one) => JSON.stringify(repeat(one, seed)) !== JSON.stringify(one.result))).toEqual(
      [],
    )
    const last = mine.at(-1)
    expect([last?.targets, last?.pranks.includes(sold?.prankId ?? '')]).toEqual([['t1'], expect.any(Boolean)])
    for (const secret of [
      'Gerald',
      'Penelope',
      'Lane',
      ...ids,
      plan.ownerId,
      plan.subscriptionId,
      plan.stripeSubscriptionId,
      invoiceOf(plan, 0),
    ])
      expect(text).not.toContain(secret)
  })

  test('when months wait to be sent, then no later one has the same pair', async () => {
    const { plan } = await planWith(['Gerald', 'Penelope'], 4)
    for (const n of [1, 2]) await deliver(month(plan, n))
    const pairs = [...(await pairsOf(plan)), ...(await pairsOf(plan, 1)), ...(await pairsOf(plan, 2))]
    expect([pairs.length, new Set(pairs).size]).toEqual([12, 12])
  })

  test('when a target had a prank more than 6 months ago, then the slot says since when not', async () => {
    const { plan, ids } = await planWith(['Gerald'], 1)
    const [contactId = ''] = ids
    await fixture.ship(plan, { contactId, prankId: potato.prankId })
    const sentAt = new Date()
    sentAt.setUTCDate(1)
    sentAt.setUTCMonth(sentAt.getUTCMonth() - 8)
    const { _id } = await load(plan)
    await shipments.updateOne({ _id }, { $set: { 'parcels.0.shippedAt': sentAt, lastShippedAt: sentAt } })
    const excludedPrankIds = pranks.map(({ prankId }) => prankId)
    await own(plan, 'PUT', `/api/subscriptions/${plan.subscriptionId}/preferences`, {
      ...{ excludedPrankIds, excludedContactIds: [] },
    })
    await deliver(month(plan, 1))
    const [slot] = (await own(plan, 'GET', drawPath(plan))).body
    const name = sentAt.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
    expect(slot.why).toMatch(
      new RegExp(`^Drawn at random: Gerald has not had this one since ${name}( \\d{4})?\\.$`),
    )
  })
})
