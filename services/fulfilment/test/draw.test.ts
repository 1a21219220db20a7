import type { DrawnPrank, PlanDraw } from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { cancelled, invoiceOf, month, newPlan, potato, startFixture, type TestPlan } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

const pranks = Array.from({ length: 6 }, (_, n) => ({ ...potato, prankId: newId(), name: `Prank ${n}` }))
fixture.others.pranks.push(...pranks)

async function planWithTargets(count: number, prankCount = 3) {
  const plan = newPlan(prankCount)
  const targetIds = Array.from({ length: count }, (_, n) =>
    fixture.target(plan.ownerId, { name: `Target ${n}` }),
  )
  await fixture.deliver(month(plan, 0))
  return { plan, targetIds }
}

const storedDraw = async (plan: TestPlan, n = 0) =>
  (await fixture.shipments.findOne({ invoiceId: invoiceOf(plan, n) }).lean())?.draw
const drawPath = ({ subscriptionId }: TestPlan) => `/api/subscriptions/${subscriptionId}/draw`
async function read(plan: TestPlan): Promise<DrawnPrank[]> {
  const answer = await fixture.own(plan, 'GET', drawPath(plan))
  expect(answer.status).toBe(200)
  return answer.body
}
const swap = (plan: TestPlan, slot: number) => fixture.own(plan, 'POST', `${drawPath(plan)}/${slot}/swap`)
const planDraw = async (plan: TestPlan): Promise<PlanDraw> =>
  (await fixture.operator('GET', `/api/admin/plan-draw/${plan.stripeSubscriptionId}`)).body

describe('the draw of a paid month', () => {
  test('when the month is delivered once or twice then each parcel has a prank and a target, which stay', async () => {
    const { plan, targetIds } = await planWithTargets(3)
    const drawn = await storedDraw(plan)
    expect(drawn?.map(({ slot }) => slot)).toEqual([1, 2, 3])
    expect(drawn?.map(({ contactId }) => contactId).sort()).toEqual(targetIds.toSorted())
    expect(new Set(drawn?.map(({ prankId }) => prankId)).size).toBe(3)
    await fixture.deliver(month(plan, 0))
    expect(await storedDraw(plan)).toEqual(drawn)
    const shown = await read(plan)
    expect(shown.map(({ prank, contact }) => [prank.id, contact?.id])).toEqual(
      drawn?.map(({ prankId, contactId }) => [prankId, contactId]),
    )
    expect(shown[0]).toMatchObject({ canSwap: true, shippedAt: null, contact: { city: 'Bend', state: 'OR' } })
    expect(shown[0]?.why).toMatch(/^Drawn at random: Target \d has not had this one/)
    expect(JSON.stringify(shown)).not.toContain('Garden Path')
  })

  test('when contact is unavailable then the month is stored, the message is retried, and a read draws it', async () => {
    const plan = newPlan()
    fixture.target(plan.ownerId)
    fixture.others.isUnavailable = true
    expect(await fixture.deliver(month(plan, 0))).not.toBeNull()
    expect((await fixture.own(plan, 'GET', drawPath(plan))).status).toBe(503)
    fixture.others.isUnavailable = false
    expect(await storedDraw(plan)).toBeUndefined()
    expect(await read(plan)).toHaveLength(3)
    const drawn = await storedDraw(plan)
    expect(await fixture.deliver(month(plan, 0))).toBeNull()
    expect(await storedDraw(plan)).toEqual(drawn)
  })

  test('when there is no target then the slots ask for one, and the first read after one was added fills them', async () => {
    const { plan } = await planWithTargets(0)
    const empty = await read(plan)
    expect(empty.map(({ contact, canSwap }) => [contact, canSwap])).toEqual(Array(3).fill([null, false]))
    expect(empty[0]?.why).toContain('Add a target')
    expect((await swap(plan, 1)).status).toBe(409)
    const id = fixture.target(plan.ownerId)
    expect((await read(plan)).map(({ contact }) => contact?.id)).toEqual([id, id, id])
  })

  test('when a target was removed or a prank left the sale then only their slots are drawn again', async () => {
    const { plan, targetIds } = await planWithTargets(4)
    const before = (await storedDraw(plan)) ?? []
    fixture.others.targets.delete(before[0]?.contactId ?? '')
    const gone = fixture.others.pranks.find(({ prankId }) => prankId === before[1]?.prankId)
    if (gone) gone.onSale = false
    const after = await read(plan)
    if (gone) gone.onSale = true
    expect(targetIds).toContain(after[0]?.contact?.id)
    expect(after[0]?.contact?.id).not.toBe(before[0]?.contactId)
    expect(after[1]?.prank.id).not.toBe(before[1]?.prankId)
    expect(after[2]).toMatchObject({
      prank: { id: before[2]?.prankId },
      contact: { id: before[2]?.contactId },
    })
    expect(after[0]?.why).toContain('not possible any more')
  })

  test('when all pranks but one are sold out, then each slot has that one; without a counted stock all can be drawn', async () => {
    const all = fixture.others.pranks
    const [one, ...rest] = pranks
    fixture.others.pranks = [{ ...potato, left: 0 }, ...rest.map((prank) => ({ ...prank, left: -1 }))]
    fixture.others.pranks.push({ ...(one as typeof potato), left: 1 })
    const { plan } = await planWithTargets(1)
    expect((await read(plan)).map(({ prank }) => prank.id)).toEqual(Array(3).fill(one?.prankId))
    fixture.others.pranks = all
  })

  test('when a target had pranks in the last 6 months then another one is drawn', async () => {
    const { plan, targetIds } = await planWithTargets(1, 1)
    const [contactId = ''] = targetIds
    await fixture.ship(plan, { contactId, prankId: potato.prankId })
    for (const n of [1, 2, 3]) {
      await fixture.deliver(month(plan, n))
      expect((await storedDraw(plan, n))?.[0]?.prankId).not.toBe(potato.prankId)
    }
  })

  test('when the plan is of another customer or unknown then it is a 404', async () => {
    const { plan } = await planWithTargets(1)
    expect((await fixture.own(newPlan(), 'GET', drawPath(plan))).status).toBe(404)
    expect((await fixture.own(newPlan(), 'POST', `${drawPath(plan)}/1/swap`)).status).toBe(404)
  })
})

describe('a swap', () => {
  test('when a slot is swapped then it gets another prank, and the other slots stay', async () => {
    const { plan } = await planWithTargets(3)
    const before = await read(plan)
    const { status, body } = await swap(plan, 2)
    expect(status).toBe(200)
    expect(body[1].prank.id).not.toBe(before[1]?.prank.id)
    expect(body[1].why).toMatch(/^You asked for another one\./)
    expect([body[0], body[2]]).toEqual([before[0], before[2]])
    expect(await read(plan)).toEqual(body)
  })

  test('when many are requested at once then exactly 3 are made, and the others are a 409 that says why', async () => {
    const { plan } = await planWithTargets(3)
    const answers = await Promise.all(Array.from({ length: 8 }, () => swap(plan, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([409, expect.stringContaining('swapped 3 pranks this month')])
    }
    expect((await read(plan)).every(({ canSwap }) => !canSwap)).toBe(true)
    await fixture.deliver(month(plan, 1))
    expect((await swap(plan, 1)).status).toBe(200)
  })

  test('when the slot was shipped, does not exist or is not sent any more then it is refused', async () => {
    const { plan, targetIds } = await planWithTargets(1)
    await fixture.ship(plan, { contactId: targetIds[0] ?? '' })
    const shipped = (await read(plan)).find(({ shippedAt }) => shippedAt !== null)
    expect((await swap(plan, shipped?.slot ?? 0)).body.message).toContain('on its way already')
    expect((await swap(plan, 5)).status).toBe(404)
    await fixture.deliver(cancelled(plan, 'refund'))
    const open = [1, 2, 3].find((slot) => slot !== shipped?.slot) ?? 0
    expect((await swap(plan, open)).body.message).toContain('not sent any more')
    expect((await read(plan)).map(({ slot }) => slot)).toEqual([shipped?.slot])
  })
})

describe('shipping', () => {
  test('when a parcel is shipped as it was drawn then its slot is marked, and the operator sees the others', async () => {
    const { plan } = await planWithTargets(3)
    const [, second] = await planDraw(plan)
    await fixture.ship(plan, { prankId: second?.prankId ?? '', contactId: second?.contactId ?? '' })
    const shown = await read(plan)
    expect(shown.map(({ shippedAt }) => shippedAt !== null)).toEqual([false, true, false])
    expect(shown[1]).toMatchObject({ canSwap: false, why: expect.stringMatching(/^It was sent to Target/) })
    expect((await planDraw(plan)).map(({ slot }) => slot)).toEqual([1, 3])
  })

  test('when the operator ships something else then it takes the first open slot', async () => {
    const { plan } = await planWithTargets(2)
    const contactId = fixture.target(plan.ownerId, { name: 'Newcomer' })
    await fixture.ship(plan, { contactId })
    const [first] = await read(plan)
    expect(first).toMatchObject({
      prank: { id: potato.prankId },
      contact: { id: contactId, name: 'Newcomer' },
    })
  })

  test('when several months are due then the operator sees all their slots, oldest first, and the customer the newest', async () => {
    const { plan } = await planWithTargets(2, 2)
    await fixture.deliver(month(plan, 1))
    expect((await planDraw(plan)).map(({ invoiceId, slot }) => [invoiceId, slot])).toEqual(
      [0, 1].flatMap((n) => [1, 2].map((slot) => [invoiceOf(plan, n), slot])),
    )
    expect((await read(plan)).map(({ prank }) => prank.id)).toEqual(
      (await storedDraw(plan, 1))?.map(({ prankId }) => prankId),
    )
    expect(await planDraw(newPlan())).toEqual([])
  })
})
