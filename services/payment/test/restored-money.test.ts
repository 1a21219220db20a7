import { orderSessionRequest, type SessionCreated, sessionCreated } from '@prankpost/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingestPayment, unknownPayment } from '../src/use-cases/ingest-payment.ts'
import { listUnknownMoney, type UnknownMoney } from '../src/use-cases/list-unknown-money.ts'
import { sweepSessions } from '../src/use-cases/sweep-sessions.ts'
import { orderRequest, planRequest, startFixture } from './fixture.ts'

let fixture: Awaited<ReturnType<typeof startFixture>>
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.close())

const minuteAgo = () => new Date(Date.now() - 60_000)
async function unknown(since = minuteAgo()): Promise<UnknownMoney[]> {
  const found: UnknownMoney[] = []
  for await (const money of listUnknownMoney(since, fixture.deps)) found.push(money)
  return found
}
const open = async (request: unknown): Promise<SessionCreated> => {
  const isOrder = orderSessionRequest.safeParse(request).success
  return isOrder
    ? fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
    : fixture.asSubscription.post('/internal/plan-sessions', sessionCreated, request)
}

test('when paid sessions have no payment here then they are listed, and ingested ones are settled once', async () => {
  const [order, unpaid, refunded, known] = [1, 2, 3, 4].map(() => orderRequest().request)
  const plan = planRequest()
  const sessions = []
  for (const request of [order, plan, unpaid, refunded, known]) sessions.push(await open(request))
  const [ofOrder, ofPlan, , ofRefunded, ofKnown] = sessions.map(({ sessionId }) => sessionId) as string[]
  for (const id of [ofOrder, ofPlan, ofRefunded, ofKnown]) await fixture.pay(String(id))
  const { payment_intent: intent } = await fixture.deps.stripe.checkout.sessions.retrieve(String(ofRefunded))
  await fixture.deps.stripe.refunds.create({ payment_intent: String(intent) })
  // As after a restore: these payments were started after the backup.
  const gone = [order?.orderId, plan.planId, unpaid?.orderId, refunded?.orderId]
  await fixture.payments.deleteMany({ _id: { $in: gone.map(String) } })

  const found = await unknown()
  const { ownerId } = plan
  expect(found).toHaveLength(2)
  expect(found).toContainEqual(
    expect.objectContaining({ sessionId: ofOrder, kind: 'order', id: order?.orderId, amountCents: 998 }),
  )
  expect(found).toContainEqual(
    expect.objectContaining({ sessionId: ofPlan, kind: 'plan', id: plan.planId, ownerId, amountCents: 1497 }),
  )
  expect(found.find(({ kind }) => kind === 'plan')?.stripeSubscriptionId).toMatch(/^sub_/)
  expect(await unknown(new Date(Date.now() + 60_000))).toEqual([])

  const { firstName, lastName } = plan.customer
  const common = { lines: [], customerEmail: 'pat@customers.test' }
  for (let n = 0; n < 2; n++) {
    for (const money of found) {
      const customerName = money.kind === 'plan' ? { firstName, lastName } : null
      const payment = unknownPayment.parse({ ...common, ...money, customerName, prankCount: 3 })
      await ingestPayment(payment, fixture.deps)
    }
    while (await sweepSessions(fixture.deps)) {
      // Until all due sessions are read.
    }
  }
  const paid = await fixture.payments.findById(order?.orderId).lean()
  expect(paid).toMatchObject({ paidSessionId: ofOrder, outbox: [{ type: 'payment-succeeded' }] })
  const active = await fixture.payments.findById(plan.planId).lean()
  expect(active).toMatchObject({ paidSessionId: ofPlan, outbox: [{ type: 'plan-paid' }] })
  expect(active?.outbox[0]?.data).toMatchObject({ prankCount: 3, customer: { firstName, lastName } })
  expect(await unknown()).toEqual([])
})
