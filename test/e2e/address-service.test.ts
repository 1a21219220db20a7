import { startStack } from '@prankpost/test-harness'
import { afterAll, expect, test } from 'vitest'
import { match, noMatch, startUsps, uspsId, uspsSecret } from '../../services/contact/test/fake-usps.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const usps = await startUsps()
const stack = await startStack({
  services: ['auth', 'contact', 'catalog', 'order', 'payment'],
  env: { all: { USPS_CLIENT_ID: uspsId, USPS_CLIENT_SECRET: uspsSecret, USPS_URL: usps.url } },
  restart: false,
})
const sandbox = sandboxOf(stack)
afterAll(async () => {
  await stack.stop()
  await usps.close()
})

test('when USPS is configured then targets and parcels of orders are checked, and without contact parcels pass', async () => {
  const shopper = await new Shopper(stack).signUp()
  const { orderId, sessionId } = await shopper.checkOut()
  await sandbox.pay(sessionId)
  await shopper.confirm(sessionId, orderId)
  // An order can be corrected once it knows of its payment.
  await shopper.historyOf(1)
  const save = (address: string) => {
    const place = { city: 'Springfield', state: 'OR', zipCode: '97477' }
    return shopper.call('POST', '/api/contacts', { name: 'Gerald Snail', address, ...place })
  }
  const correct = (contactAddress: string) =>
    shopper.call('PATCH', `/api/orders/${orderId}/items/1`, { contactAddress })

  usps.reply = match('Y')
  expect([(await save('1 Snail Lane')).status, (await correct('2 Snail Lane')).status]).toEqual([201, 200])
  usps.reply = noMatch
  for (const refused of [await save('3 Snail Lane'), await correct('4 Snail Lane')])
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path: 'address' }] } })
  expect(usps.lookUps.map(({ streetAddress }) => streetAddress?.[0])).toEqual(['1', '2', '3', '4'])
  expect(usps.tokenRequests).toHaveLength(1)

  await stack.kill('contact')
  expect((await correct('5 Snail Lane')).status).toBe(200)

  const logs = await Promise.all(stack.processes.map(({ spec }) => stack.logs(spec.name, spec.replica)))
  expect(logs.join('')).toContain('no answer from contact')
  expect(logs.join('')).not.toMatch(new RegExp(`Snail Lane|${uspsSecret}|token-1`))
})
