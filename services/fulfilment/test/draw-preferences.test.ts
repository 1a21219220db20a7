import { deletionRequested, exportRequested, newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { month, newPlan, potato, startFixture, type TestPlan } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const other = { ...potato, prankId: newId(), name: 'Other' }
fixture.others.pranks.push(other)

const path = ({ subscriptionId }: TestPlan) => `/api/subscriptions/${subscriptionId}/preferences`
const put = (plan: TestPlan, excludedPrankIds: string[], excludedContactIds: string[] = []) =>
  fixture.own(plan, 'PUT', path(plan), { excludedPrankIds, excludedContactIds })
const drawn = async ({ subscriptionId }: TestPlan) =>
  (await fixture.shipments.findOne({ 'plan.subscriptionId': subscriptionId }).lean())?.draw ?? []

async function planWithTargets() {
  const plan = newPlan(4)
  const targetIds = [fixture.target(plan.ownerId), fixture.target(plan.ownerId)] as const
  await fixture.deliver(month(plan, 0))
  return { plan, targetIds }
}

describe('the preferences of a plan', () => {
  test('when they are set once or twice then no unshipped slot contradicts them, and later months respect them', async () => {
    const { plan, targetIds } = await planWithTargets()
    expect((await fixture.own(plan, 'GET', path(plan))).body).toEqual({
      excludedPrankIds: [],
      excludedContactIds: [],
    })
    const wanted = { excludedPrankIds: [potato.prankId], excludedContactIds: [targetIds[0]] }
    const answer = await put(plan, [potato.prankId, potato.prankId], [targetIds[0]])
    expect([answer.status, answer.body]).toEqual([200, wanted])
    const all = Array(4).fill([other.prankId, targetIds[1]])
    const slots = await drawn(plan)
    expect(slots.map(({ prankId, contactId }) => [prankId, contactId])).toEqual(all)
    await put(plan, [potato.prankId], [targetIds[0]])
    expect(await drawn(plan)).toEqual(slots)
    expect((await fixture.own(plan, 'GET', path(plan))).body).toEqual(wanted)
    await fixture.deliver(month(plan, 1))
    const next = (await fixture.own(plan, 'GET', `/api/subscriptions/${plan.subscriptionId}/draw`)).body
    expect(next.map((one: { prank: { id: string } }) => one.prank.id)).toEqual(Array(4).fill(other.prankId))
  })

  test('when a shipped parcel contradicts them then its slot stays', async () => {
    const { plan, targetIds } = await planWithTargets()
    await fixture.ship(plan, { contactId: targetIds[0] })
    await put(plan, [potato.prankId])
    const shipped = (await drawn(plan)).filter(({ parcelId }) => parcelId !== null)
    expect(shipped.map(({ prankId }) => prankId)).toEqual([potato.prankId])
  })

  test('when they were stored without a new draw, as after a crash, then the next read draws again', async () => {
    const { plan } = await planWithTargets()
    const { subscriptionId: _id, ownerId } = plan
    await fixture.preferences.create({
      _id,
      ownerId,
      excludedPrankIds: [potato.prankId],
      excludedContactIds: [],
    })
    await fixture.own(plan, 'GET', `/api/subscriptions/${_id}/draw`)
    expect((await drawn(plan)).every(({ prankId }) => prankId === other.prankId)).toBe(true)
  })

  test('when nothing would be left to draw then it is a 400 with a message, and nothing is stored', async () => {
    const { plan, targetIds } = await planWithTargets()
    const noPrank = await put(plan, [potato.prankId, other.prankId])
    expect([noPrank.status, noPrank.body.message]).toEqual([400, expect.stringContaining('every prank')])
    const noTarget = await put(plan, [], [...targetIds])
    expect([noTarget.status, noTarget.body.message]).toEqual([400, expect.stringContaining('every target')])
    expect(await fixture.preferences.findById(plan.subscriptionId)).toBeNull()
  })

  test('when the plan is of another customer then it is a 404', async () => {
    const { plan } = await planWithTargets()
    const stranger = { ...plan, ownerId: newId() }
    expect((await put(stranger, [])).status).toBe(404)
    expect((await fixture.own(stranger, 'GET', path(plan))).status).toBe(404)
  })

  test('when the customer is exported and deleted then they are in the export, and removed with the draw', async () => {
    const { plan } = await planWithTargets()
    await put(plan, [potato.prankId])
    await fixture.deliver(exportRequested(plan.ownerId))
    const exported = JSON.stringify(fixture.customerData.parts)
    expect(exported).toContain(`"prankIds":["${potato.prankId}"]`)
    expect(exported).toContain('"drawn":[{"slot":1')
    const deletion = deletionRequested(plan.ownerId)
    await fixture.deliver(deletion)
    await fixture.deliver(deletion)
    expect(await fixture.preferences.findById(plan.subscriptionId)).toBeNull()
    expect(await drawn(plan)).toEqual([])
  })
})
