import {
  type Discount,
  firstOrderRefusal,
  internalDiscount,
  reservationAnswer,
  reservationEnded,
} from '@prankpost/contracts'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { seedDiscount } from '../src/use-cases/add-discount.ts'
import { countUse, endHeldUse, releaseUse } from '../src/use-cases/follow-discounts.ts'
import { reserve } from '../src/use-cases/reserve.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
await fixture.limits.prepare()

let count = 0
const newCode = () => `SNAIL-${++count}`
const ask = (method: string, path: string, body?: object) => fixture.operator(method, `/api${path}`, body)
async function add(over: object = {}): Promise<Discount> {
  const { status, body } = await ask('POST', '/admin/discounts', {
    ...{ code: newCode(), kind: 'percent', value: 20, ...over },
  })
  expect(status).toBe(201)
  return body
}
const change = ({ code }: Discount, patch: object) => ask('PATCH', `/admin/discounts/${code}`, patch)
const listed = async ({ code }: Discount): Promise<Discount> =>
  (await ask('GET', `/admin/discounts?q=${code}`)).body.items[0]
const check = async (code: string) => {
  const { status, body } = await ask('POST', '/discounts/check', { code })
  return { status, body }
}
const read = ({ code }: Discount, customerId = newId(), appliesTo = 'once') =>
  fixture.internal.get(
    `/internal/discounts?${new URLSearchParams({ code, customerId, appliesTo })}`,
    internalDiscount,
  )
const messageOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: Error) => error.message,
  )
/** Holds a use for an order, as order does. */
const hold = ({ code }: Discount, orderId = newId(), customerId = newId(), sessionId: string | null = null) =>
  fixture.internal.post('/internal/reservations', reservationAnswer, {
    ...{ orderId, pranks: [], discount: { code, customerId }, sessionId },
  })
const pay = ({ code }: Discount, orderId: string, ownerId = newId()) =>
  countUse({ orderId, ownerId, discountCode: code }, fixture)

describe('codes of operators', () => {
  test('when a code is added, changed and switched off, then the store knows it at once', async () => {
    const code = newCode().toLowerCase()
    const added = await add({ code: ` ${code} `, endsAt: '2099-01-01T00:00:00Z' })
    expect(added).toMatchObject({ code: code.toUpperCase(), value: '20.00', appliesTo: 'both', uses: 0 })
    expect(await check(code)).toEqual({
      status: 200,
      body: { code: added.code, kind: 'percent', value: '20.00', appliesTo: 'both' },
    })
    expect((await change(added, { kind: 'amount', value: 5 })).body).toMatchObject({
      value: '5.00',
      revision: 2,
    })
    expect((await change(added, { kind: 'amount', value: 5 })).body.revision).toBe(2)
    await change(added, { active: false })
    expect(await check(code)).toMatchObject({
      status: 400,
      body: { message: 'The discount code you entered is not valid.' },
    })
  })

  test('when a code exists, a value does not fit, or another operator was faster, then it is refused', async () => {
    const added = await add()
    expect(
      (await ask('POST', '/admin/discounts', { code: added.code, kind: 'percent', value: 5 })).status,
    ).toBe(409)
    expect((await change(added, { value: 5, revision: 1 })).status).toBe(200)
    expect((await change(added, { value: 6, revision: 1 })).status).toBe(409)
    expect((await change(added, { value: 100 })).body.message).toContain('Percent')
    expect((await change(added, { kind: 'unitPrice', value: 0.2 })).body.message).toContain('Price')
    expect(
      (await change(added, { startsAt: '2030-01-01T00:00:00Z', endsAt: '2029-01-01T00:00:00Z' })).status,
    ).toBe(400)
    expect((await ask('PATCH', '/admin/discounts/NO-SUCH-CODE', { value: 5 })).status).toBe(404)
  })

  test('when the shop starts twice, then MARKYMARC exists once, and stays as an operator changed it', async () => {
    await seedDiscount(fixture)
    await ask('PATCH', '/admin/discounts/MARKYMARC', { active: false })
    await seedDiscount(fixture)
    const { items } = (await ask('GET', '/admin/discounts?q=marky')).body
    expect(items).toMatchObject([
      {
        code: 'MARKYMARC',
        kind: 'unitPrice',
        value: '0.99',
        appliesTo: 'both',
        maxUses: null,
        active: false,
      },
    ])
  })

  test('when a code has not started, has ended, or is for plans, then a customer reads why', async () => {
    const later = await add({ startsAt: '2099-01-01T00:00:00Z' })
    expect(await messageOf(read(later))).toContain('is not valid')
    const over = await add({ endsAt: '2020-01-01T00:00:00Z' })
    expect((await check(over.code)).body.message).toContain('has ended')
    const plan = await add({ appliesTo: 'plan' })
    expect(await messageOf(read(plan))).toContain('Auto-Prank plans')
    expect(await read(plan, newId(), 'plan')).toMatchObject({
      kind: 'percent',
      value: 2000,
      isLimited: false,
    })
  })

  test('when the last use is held, then the store keeps the code; when it is used, then it is refused there, too', async () => {
    const limited = await add({ maxUses: 1 })
    const [orderId, customerId] = [newId(), newId()]
    await hold(limited, orderId, customerId)
    expect((await check(limited.code)).status).toBe(200)
    expect(await read(limited, customerId)).toMatchObject({ code: limited.code })
    expect(await messageOf(read(limited))).toContain('used up')
    await pay(limited, orderId, customerId)
    expect((await check(limited.code)).body.message).toContain('used up')
  })

  test('when many wrong codes are tried, then further ones are refused for a while', async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, () => check('NOT-A-CODE')))
    expect(tries.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(30)
    expect((await check('NOT-A-CODE')).status).toBe(429)
  })

  test('when a customer tries many wrong codes in a purchase, then further ones of this customer are refused', async () => {
    const usable = await add({})
    const customerId = newId()
    const wrong = { ...usable, code: 'NOT-A-CODE' }
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => read(wrong, customerId)))
    const statuses = tries.map((one) => one.status === 'rejected' && one.reason.status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await messageOf(read(usable, customerId))).toContain('Too many codes')
    for (let n = 0; n < 40; n++) expect(await read(usable)).toMatchObject({ code: usable.code })
  })
})

describe('limits', () => {
  test('when 30 customers hold the last 3 uses at the same time, then exactly 3 get one', async () => {
    const { code, ...discount } = await add({ maxUses: 3 })
    const answers = await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        reserve(
          { orderId: newId(), pranks: [], discount: { code, customerId: newId() }, sessionId: null },
          fixture,
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await listed({ code, ...discount })).toMatchObject({ uses: 0, held: 3 })
    expect(await messageOf(read({ code, ...discount }))).toContain('used up')
  })

  test('when a limit is set or lowered after some uses, then parallel orders do not exceed it', async () => {
    const holdMany = async ({ code }: Discount, customerId?: string) =>
      Promise.allSettled(
        Array.from({ length: 20 }, () => {
          const discount = { code, customerId: customerId ?? newId() }
          return reserve({ orderId: newId(), pranks: [], discount, sessionId: null }, fixture)
        }),
      )
    const countOf = async (code: Discount) => {
      const { uses, held } = await listed(code)
      return uses + held
    }
    const set = await add()
    for (let n = 0; n < 5; n++) await pay(set, newId())
    await change(set, { maxUses: 7 })
    await holdMany(set)
    expect(await countOf(set)).toBe(7)

    const lowered = await add({ maxUses: 50 })
    const holder = {
      code: lowered.code,
      state: 'held' as const,
      at: new Date(),
      until: new Date('2099-01-01'),
    }
    await fixture.discountUses.create(
      [4, 7, 9].map((n) => ({
        ...holder,
        orderId: newId(),
        customer: newId(),
        slot: `${lowered.code}.${n}`,
      })),
    )
    await change(lowered, { maxUses: 5 })
    await holdMany(lowered)
    expect(await countOf(lowered)).toBe(5)

    const [once, customerId] = [await add(), newId()]
    await pay(once, newId(), customerId)
    await change(once, { maxUsesPerCustomer: 3 })
    await holdMany(once, customerId)
    expect(await countOf(once)).toBe(3)
  })

  test('when a held use is paid, also twice, then it counts once; a late or unlimited payment counts, too', async () => {
    const limited = await add({ maxUses: 1 })
    const orderId = newId()
    for (let n = 0; n < 2; n++) await hold(limited, orderId)
    for (let n = 0; n < 2; n++) await pay(limited, orderId)
    await releaseUse({ orderId }, fixture)
    expect(await listed(limited)).toMatchObject({ uses: 1, held: 0 })
    expect(await messageOf(hold(limited))).toContain('used up')
    await pay(limited, newId())
    expect((await listed(limited)).uses).toBe(2)
    const free = await add()
    expect(await hold(free)).toEqual({ reserved: true })
    expect((await listed(free)).held).toBe(0)
    await pay(free, newId())
    expect((await listed(free)).uses).toBe(1)
  })

  test('when a session ends or time is up, then the use is free again; one of a later session stays', async () => {
    const limited = await add({ maxUses: 1 })
    const orderId = newId()
    await hold(limited, orderId, newId(), 'cs_2')
    await releaseUse({ orderId, sessionId: 'cs_1' }, fixture)
    expect(await messageOf(hold(limited))).toContain('used up')
    await releaseUse({ orderId, sessionId: 'cs_2' }, fixture)
    const next = newId()
    await hold(limited, next)
    await fixture.discountUses.updateOne({ orderId: next }, { $set: { until: new Date(0) } })
    expect(await endHeldUse(fixture)).toBe(true)
    expect(await endHeldUse(fixture)).toBe(false)
    expect(await hold(limited)).toEqual({ reserved: true })
  })

  test('when a customer has an unpaid order with the code, then it must end first; a paid one counts for ever', async () => {
    const once = await add({ maxUsesPerCustomer: 1 })
    const [customerId, first, second] = [newId(), newId(), newId()]
    await hold(once, first, customerId)
    expect(await hold(once, second, customerId)).toEqual({ reserved: false })
    expect(await read(once, customerId)).toMatchObject({ isLimited: true })
    await fixture.internal.post('/internal/reservations/end', reservationEnded, { orderId: first })
    expect(await hold(once, second, customerId)).toEqual({ reserved: true })
    await pay(once, second, customerId)
    expect(await messageOf(hold(once, newId(), customerId))).toContain('used this code already')
    expect(await messageOf(read(once, customerId))).toContain('used this code already')
    expect(await hold(once)).toEqual({ reserved: true })
  })

  test('when two codes are for first orders, then a customer holds one of them at a time, and none after one is paid', async () => {
    const [first, hello] = [await add({ firstOrderOnly: true }), await add({ firstOrderOnly: true })]
    const [customerId, order, plan] = [newId(), newId(), newId()]
    const both = [hold(first, order, customerId), hold(hello, plan, customerId)]
    const answers = await Promise.all(both)
    expect(answers.filter(({ reserved }) => reserved)).toHaveLength(1)
    const [held, other] = answers[0]?.reserved ? [order, plan] : [plan, order]
    await fixture.internal.post('/internal/reservations/end', reservationEnded, { orderId: held })
    const [code, late] = other === order ? [first, hello] : [hello, first]
    expect(await hold(code, other, customerId)).toEqual({ reserved: true })
    expect(await hold(code, other, customerId)).toEqual({ reserved: true })
    await pay(code, other, customerId)
    const refused = hold(late, held, customerId)
    await expect(refused).rejects.toMatchObject({ status: 409, message: firstOrderRefusal })
    expect(await hold(late)).toEqual({ reserved: true })
  })

  test('when a code stops being for first orders, then earlier uses count for its new limit', async () => {
    const [once, customerId] = [await add({ firstOrderOnly: true }), newId()]
    await hold(once, newId(), customerId)
    await change(once, { firstOrderOnly: false, maxUsesPerCustomer: 2 })
    expect(await hold(once, newId(), customerId)).toEqual({ reserved: true })
    expect(await hold(once, newId(), customerId)).toEqual({ reserved: false })
  })

  test('when a prank of the order is sold out, then the use is released', async () => {
    const limited = await add({ maxUses: 1 })
    const prank = await ask('POST', '/admin/pranks', {
      ...{ name: `Empty ${newId()}`, description: 'None.', price: '7.50', stock: 0 },
    })
    const refused = fixture.internal.post('/internal/reservations', reservationAnswer, {
      orderId: newId(),
      pranks: [{ prankId: prank.body.id, quantity: 1 }],
      discount: { code: limited.code, customerId: newId() },
      sessionId: null,
    })
    expect(await messageOf(refused)).toContain('sold out')
    expect((await listed(limited)).held).toBe(0)
  })
})
