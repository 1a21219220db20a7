import { setTimeout as sleep } from 'node:timers/promises'
import { sessionCreated } from '@prankpost/contracts'
import { unavailable } from '@prankpost/service-kit'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { sweepSessions } from '../src/use-cases/sweep-sessions.ts'
import { orderRequest, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
fixture.deps.sweepReadsPerSecond = 8
const { sessions } = fixture.deps.stripe.checkout
const retrieve = sessions.retrieve.bind(sessions)
afterEach(async () => {
  vi.restoreAllMocks()
  await fixture.payments.updateMany({}, { $unset: { sweepAt: 1 } })
})

/** Unreported open sessions that are due, oldest first; every second one is paid. */
async function openDueSessions(count: number): Promise<string[]> {
  const orderIds: string[] = []
  for (let n = 0; n < count; n++) {
    const { request } = orderRequest()
    const { sessionId } = await fixture.asOrder.post('/internal/order-sessions', sessionCreated, request)
    if (n % 2 === 1) await fixture.pay(sessionId)
    await fixture.payments.updateOne({ _id: request.orderId }, { $set: { sweepAt: new Date(n) } })
    orderIds.push(request.orderId)
  }
  return orderIds
}

/** Sets how Stripe answers from now on, and counts the maximum of concurrent calls. */
function watchStripe(answer: (id: string) => Promise<void>) {
  const seen = { calls: [] as string[], atOnce: 0, most: 0 }
  vi.spyOn(sessions, 'retrieve').mockImplementation((async (id: string, ...rest: never[]) => {
    seen.calls.push(id)
    seen.atOnce += 1
    seen.most = Math.max(seen.most, seen.atOnce)
    try {
      await answer(id)
      return await retrieve(id, ...rest)
    } finally {
      seen.atOnce -= 1
    }
  }) as never)
  return seen
}
const sessionIdsOf = async (orderIds: string[]) => {
  const payments = await fixture.payments.find({ _id: { $in: orderIds } }).lean()
  return orderIds.map((id) => payments.find(({ _id }) => _id === id)?.sessions[0]?.id)
}
const countPaid = (orderIds: string[]) =>
  fixture.payments.countDocuments({ _id: { $in: orderIds }, paidSessionId: { $ne: null } })

describe('the sweep of open sessions', () => {
  test('when many are due then it reads several at once, and at most one second of the rate limit per round', async () => {
    const orderIds = await openDueSessions(10)
    const seen = watchStripe(() => sleep(50))
    expect(await sweepSessions(fixture.deps)).toBe(true)
    expect(seen.calls).toHaveLength(fixture.deps.sweepReadsPerSecond)
    expect(seen.most).toBeGreaterThan(1)
    expect(seen.most).toBeLessThanOrEqual(5)
    // The sessions that were due first.
    expect(seen.calls.toSorted()).toEqual(
      (await sessionIdsOf(orderIds.slice(0, fixture.deps.sweepReadsPerSecond))).toSorted(),
    )
    while (await sweepSessions(fixture.deps)) {
      // Until all due sessions are read.
    }
    expect(await countPaid(orderIds)).toBe(5)
  })

  test('when Stripe refuses one of them then the others are settled, and the round fails', async () => {
    const orderIds = await openDueSessions(2)
    const [refused] = await sessionIdsOf(orderIds)
    watchStripe(async (id) => {
      if (id === refused) throw new Error('no such session')
    })
    await expect(sweepSessions(fixture.deps)).rejects.toThrow('no such session')
    expect(await countPaid(orderIds)).toBe(1)
  })

  test('when Stripe is unavailable then the rest of the round is left for later', async () => {
    const orderIds = await openDueSessions(fixture.deps.sweepReadsPerSecond)
    const seen = watchStripe(async () => {
      throw unavailable()
    })
    await expect(sweepSessions(fixture.deps)).rejects.toMatchObject({ code: 'unavailable' })
    expect(seen.calls.length).toBeLessThanOrEqual(5)
    const due = { _id: { $in: orderIds }, sweepAt: { $lte: new Date() } }
    expect(await fixture.payments.countDocuments(due)).toBeGreaterThanOrEqual(orderIds.length - 5)
  })
})
