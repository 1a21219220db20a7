import { conflict, unavailable } from '@prankpost/service-kit'
import { newCustomer } from '@prankpost/service-kit/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { planEnded, planPaid, planPaymentFailed, startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.payment.before = async () => undefined
})

const plansOf = (ownerId: string) => fixture.plans.find({ ownerId }).lean()

describe('starting a plan', () => {
  test('when a customer chooses a plan then it is stored as pending before its session is requested', async () => {
    const user = newCustomer()
    fixture.payment.before = async () => {
      expect(await plansOf(user.id)).toEqual([expect.objectContaining({ status: 'pending' })])
    }
    const { status, body } = await fixture.checkout(user, 3)
    const [plan] = await plansOf(user.id)
    expect([status, body]).toEqual([
      200,
      { sessionId: `cs_${plan?._id}`, url: `http://pay.test/${plan?._id}` },
    ])
    const { id: ownerId, ...customer } = user
    expect(fixture.payment.sessions.get(plan?._id ?? '')).toEqual({
      planId: plan?._id,
      ownerId,
      customer,
      prankCount: 3,
      amountCents: 1497,
    })
    expect([plan?.outbox, plan?.customer]).toEqual([[], customer])
    expect(await fixture.own(user)).toEqual([])
  })

  test.each([
    [1, undefined, 499],
    [5, '', 2495],
    [5, 'MARKYMARC', 99],
    [2, ' markymarc ', 99],
  ])('when %d pranks are chosen with the code %j then a month costs %d cents', async (count, code, cents) => {
    const user = newCustomer()
    await fixture.checkout(user, count, code)
    expect(await plansOf(user.id)).toEqual([
      expect.objectContaining({ prankCount: count, amountCents: cents }),
    ])
  })

  test.each([0, 6, 1.5, '3', null, -1])(
    'when the count is %j then it is a 400 and there is no plan',
    async (count) => {
      const user = newCustomer()
      expect((await fixture.checkout(user, count)).status).toBe(400)
      expect(await plansOf(user.id)).toEqual([])
    },
  )

  test('when the code is invalid then it is a 400 with a message', async () => {
    const { status, body } = await fixture.checkout(newCustomer(), 3, 'FREE')
    expect([status, body.message]).toEqual([400, 'The discount code you entered is not valid.'])
  })
})

describe('choosing again', () => {
  test('when the same plan is chosen twice, also at once, then there is one plan and one session', async () => {
    const user = newCustomer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.checkout(user, 2)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.sessionId}`)).size).toBe(1)
    expect(await plansOf(user.id)).toHaveLength(1)
  })

  test('when payment was unavailable then the plan stays pending, and the next call uses it', async () => {
    const user = newCustomer()
    fixture.payment.before = () => Promise.reject(unavailable())
    expect((await fixture.checkout(user, 2)).status).toBe(503)
    const [waiting] = await plansOf(user.id)
    fixture.payment.before = async () => undefined
    expect((await fixture.checkout(user, 2)).body.sessionId).toBe(`cs_${waiting?._id}`)
  })

  test('when another plan is chosen then the first session is closed and its plan is replaced', async () => {
    const user = newCustomer()
    await fixture.checkout(user, 2)
    const [first] = await plansOf(user.id)
    await fixture.checkout(user, 4)
    expect(await plansOf(user.id)).toEqual([expect.objectContaining({ prankCount: 4, status: 'pending' })])
    expect(fixture.payment.sessions.has(first?._id ?? '')).toBe(false)
  })

  test('when the first plan turns out to be paid then the second is refused and the first stays', async () => {
    const user = newCustomer()
    await fixture.checkout(user, 2)
    const [first] = await plansOf(user.id)
    fixture.payment.paid.add(first?._id ?? '')
    const same = await fixture.checkout(user, 2)
    expect([same.status, same.body.message]).toEqual([409, 'Your plan is paid already.'])
    const other = await fixture.checkout(user, 4)
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringContaining('is paid, or your bank'),
    ])
    expect(await plansOf(user.id)).toEqual([first])
  })

  test('when a bank processes the payment for days then the customer reads that, as payment says it', async () => {
    const message = 'Your bank is still processing this payment.'
    fixture.payment.before = async () => {
      throw conflict(message)
    }
    const { status, body } = await fixture.checkout(newCustomer(), 2)
    fixture.payment.before = async () => undefined
    expect([status, body.message]).toEqual([409, message])
  })

  test('when another plan is chosen before the first session is opened then no session of the first plan stays open', async () => {
    const user = newCustomer()
    let once = true
    fixture.payment.before = async (path) => {
      if (path !== '/internal/plan-sessions' || !once) return
      once = false
      expect((await fixture.checkout(user, 5)).status).toBe(200)
    }
    const late = await fixture.checkout(user, 1)
    expect(late.status).toBe(409)
    const left = await plansOf(user.id)
    expect(left).toEqual([expect.objectContaining({ prankCount: 5 })])
    const open = [...fixture.payment.sessions.values()].filter(({ ownerId }) => ownerId === user.id)
    expect(open.map(({ planId }) => planId)).toEqual([left[0]?._id])
  })

  test('when ten different choices arrive at once then at most one plan is pending and only that one can be paid', async () => {
    const user = newCustomer()
    await Promise.all(Array.from({ length: 10 }, (_, i) => fixture.checkout(user, 1 + (i % 5))))
    const left = await plansOf(user.id)
    expect(left.length).toBeLessThanOrEqual(1)
    const open = [...fixture.payment.sessions.values()].filter(({ ownerId }) => ownerId === user.id)
    expect(open.map(({ planId }) => planId)).toEqual(left.map(({ _id }) => _id))
  })

  test('when a plan is active or past due then it is a 409; after its end a new one can start', async () => {
    const { user, planId } = await fixture.activePlan()
    const refused = await fixture.checkout(user, 3)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    await fixture.deliver(planPaymentFailed(planId, 1))
    expect((await fixture.checkout(user, 3)).status).toBe(409)
    await fixture.deliver(planEnded(planId))
    expect((await fixture.checkout(user, 3)).status).toBe(200)
    expect((await fixture.own(user)).map(({ status }) => status)).toEqual(['cancelled'])
  })

  test('when a plan becomes active between the check and the write then no second plan is created', async () => {
    const user = newCustomer()
    await fixture.checkout(user, 2)
    const [plan] = await plansOf(user.id)
    fixture.payment.before = async (path) => {
      if (!path.endsWith('/close-session')) return
      fixture.payment.before = async () => undefined
      fixture.payment.paid.add(plan?._id ?? '')
      await fixture.deliver(planPaid(user, plan?._id ?? '', { prankCount: 2 }))
    }
    expect((await fixture.checkout(user, 4)).status).toBe(409)
    expect(await plansOf(user.id)).toEqual([expect.objectContaining({ status: 'active', prankCount: 2 })])
  })
})
