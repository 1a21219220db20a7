import { mailOrder } from '@prankpost/contracts'
import { newId, testServiceKeys } from '@prankpost/service-kit/testing'
import jsonwebtoken from 'jsonwebtoken'
import { afterAll, describe, expect, test } from 'vitest'
import { startShop } from './shop.ts'

const shop = await startShop()
afterAll(() => shop.close())

const notification = shop.clientFor('notification')
const mailed = (path: string) => notification.get(`/internal/mail-orders${path}`, mailOrder)
const open = (token: string) => shop.call('GET', `/api/order-links/${token}`)
const sign = (subject: string, over: object = {}) =>
  jsonwebtoken.sign({}, testServiceKeys.privateKey, {
    ...{ algorithm: 'ES256', issuer: 'order', audience: 'order-link', subject, expiresIn: 60 },
    ...over,
  } as jsonwebtoken.SignOptions)

describe('the link in a mail', () => {
  test('when it is opened then it shows the state, without payer, street and name of the target', async () => {
    const { id, as } = await shop.paidOrder()
    const { url, ...mail } = await mailed(`/${id}`)
    expect(mail).toMatchObject({
      orderId: id,
      type: 'once',
      totalCents: 499,
      items: [{ parcelId: `${id}-1` }],
    })
    expect(JSON.stringify(mail)).not.toMatch(/Gerald|Garden|Springfield/)
    expect(url).toMatch(/^http:\/\/store\.test\/order-status#token=/)
    const { status, body, headers } = await open(url.split('token=')[1] ?? '')
    expect([status, body.status, body.items[0].contactCity]).toEqual([200, 'paid', 'Springfield'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`Gerald|Garden|${as.email}|Pat|97477|Surprise`))
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(179.9)
    expect(days).toBeLessThan(180.1)
  })

  test.each([
    ['expired', () => sign(newId(), { expiresIn: -1 })],
    ['for a call between services', (id: string) => sign(id, { audience: 'order' })],
    ['of another service', (id: string) => sign(id, { issuer: 'payment' })],
    ['of an unknown order', () => sign(newId())],
    [
      'without a date',
      (id: string) =>
        jsonwebtoken.sign({ sub: id, iss: 'order', aud: 'order-link' }, testServiceKeys.privateKey, {
          algorithm: 'ES256',
        }),
    ],
    [
      'unsigned',
      (id: string) =>
        jsonwebtoken.sign({ sub: id, iss: 'order', aud: 'order-link' }, '', { algorithm: 'none' }),
    ],
    ['nonsense', () => 'x.y.z'],
  ])('when the token is %s then it is a 404 with a clear message', async (_what, tokenOf) => {
    const { id } = await shop.paidOrder()
    const { status, body } = await open(tokenOf(id))
    expect([status, body.message]).toEqual([404, expect.stringContaining('not valid any more')])
  })
})

describe('the order of a mail', () => {
  test("when it is a plan's month then it is found by its invoice", async () => {
    const { id } = await shop.paidOrder()
    const invoiceId = `in_${newId()}`
    await shop.orders.updateOne({ _id: id }, { invoiceId, type: 'monthly' })
    expect(await mailed(`?invoiceId=${invoiceId}`)).toMatchObject({
      orderId: id,
      type: 'monthly',
      estimatedDelivery: null,
    })
  })

  test('when it does not exist then it is refused', async () => {
    await expect(mailed(`/${newId()}`)).rejects.toMatchObject({ code: 'not_found' })
    await expect(mailed('?invoiceId=in_none')).rejects.toMatchObject({ code: 'not_found' })
    await expect(mailed('/x')).rejects.toMatchObject({ status: 400 })
  })
})
