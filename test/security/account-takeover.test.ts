import { type SharedStack, sharedStack, until } from '@prankpost/test-harness'
import { beforeAll, expect, test } from 'vitest'
import { openLedgers } from '../../ledgers/index.ts'
import { callAs } from '../support/access/callers.ts'
import { setStatus } from '../support/customers-traces.ts'
import { importOrders, orderOfYesterday } from '../support/import-orders.ts'
import { mailsTo, tokensTo } from '../support/mails.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

let stack: SharedStack
beforeAll(async () => {
  stack = await sharedStack()
})

const target = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
const tokenOf = (email: string, purpose: 'verify-email' | 'reset-password') =>
  until(async () => (await tokensTo(stack, email, purpose))[0])
const verify = (who: Shopper, token: string) => who.call('POST', '/api/auth/verify-email', { token })

/** The customer's data export, collected and read. */
async function exportOf(who: Shopper) {
  await who.insist('POST', '/api/auth/data-export', undefined, 201)
  await until(async () => (await who.call('GET', '/api/auth/data-export')).body.state === 'ready')
  return (await who.insist('GET', '/api/auth/data-export/file', undefined, 200)).body
}

/** Registers another person's address, and uses the shop: a target, a paid order, a running plan. */
async function attack() {
  const attacker = await new Shopper(stack).signUp()
  const { email } = attacker
  await attacker.insist('POST', '/api/contacts', target, 201)
  const order = await attacker.checkOut()
  await sandboxOf(stack).pay(order.sessionId)
  await attacker.historyOf(1)
  const { body } = await attacker.insist('POST', '/api/create-subscription-checkout', { prankCount: 1 }, 200)
  await sandboxOf(stack).pay(body.sessionId)
  const plan = await until(async () => {
    const plans = (await attacker.call('GET', '/api/subscriptions')).body
    return plans.length > 0 && plans[0].status === 'active' ? plans[0] : null
  })
  const ledgers = openLedgers(stack)
  await until(async () => (await ledgers.orders.countDocuments({ ownerId: attacker.id })) === 2)
  await ledgers.close()
  // What the owner of the address has in the shop, without an account.
  await importOrders(stack, [orderOfYesterday(email)])
  const message = { name: 'Vic', email, subject: 'A secret', message: 'Only for the shop' }
  await new Shopper(stack).insist('POST', '/api/contact-submit', message, 201)
  return { attacker, email, order, plan: plan as { id: string; stripeSubscriptionId: string } }
}

test('when another person has registered an address, then its owner opens the mail without effect, gets everything with a new password, and nothing of the other account', async () => {
  const { attacker, email, order, plan } = await attack()
  const verification = await tokenOf(email, 'verify-email')
  expect((await verify(new Shopper(stack), verification)).status).toBe(401)
  const refused = await verify(await new Shopper(stack).signUp(), verification)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This link belongs to another account. Sign in with the address that the mail was sent to.',
  ])
  const state = await attacker.call('GET', '/api/auth/email-verification')
  expect(state.body).toEqual({ email, verified: false })
  expect((await attacker.call('POST', '/api/migrate-guest-orders')).status).toBe(403)
  const file = await exportOf(attacker)
  expect([file.targets.length, file.orders.length, file.messages.length]).toEqual([1, 2, 0])

  const session = attacker.cookie
  const owner = new Shopper(stack)
  await owner.insist('POST', '/api/auth/forgot-password', { email }, 200)
  const token = await tokenOf(email, 'reset-password')
  const password = 'an owned horse'
  const { body } = await owner.insist('POST', '/api/auth/reset-password', { token, password }, 200)
  expect(body.message).toMatch(
    /targets, history and a running plan\. Parcels that were paid for are still sent\./,
  )

  const isVoid = async (path: string) =>
    (await fetch(stack.baseUrl + path, { headers: { cookie: session } })).status === 401
  expect(await isVoid('/api/auth/user')).toBe(true)
  for (const path of ['/api/contacts', '/api/prank-history', '/api/subscriptions', '/api/achievements']) {
    await until(() => isVoid(path))
  }
  const old = { email, password: 'correct horse' }
  expect((await new Shopper(stack).call('POST', '/api/auth/login', old)).status).toBe(401)

  await owner.insist('POST', '/api/auth/login', { email, password }, 200)
  expect(await owner.history()).toEqual([])
  for (const path of ['/api/contacts', '/api/subscriptions']) {
    expect((await owner.call('GET', path)).body).toEqual([])
  }
  const achievements = (await owner.call('GET', '/api/achievements')).body as { progress: number }[]
  expect(achievements.every(({ progress }) => progress === 0)).toBe(true)
  expect((await owner.call('GET', '/api/auth/data-export')).body.state).toBe('none')

  // The guest order of the address, and no order of the other account.
  expect((await owner.insist('POST', '/api/migrate-guest-orders', undefined, 200)).body.migrated).toBe(1)
  expect((await owner.historyOf(1)).map(({ contactName }) => contactName)).toEqual(['Gerald Oldshop'])
  const own = await exportOf(owner)
  expect([own.targets, own.plans, own.payments, own.shipments]).toEqual([[], [], [], []])
  expect([own.orders.length, own.messages.length]).toEqual([1, 1])

  // The plan is cancelled at Stripe; the paid parcel is still sent.
  await until(async () => {
    const { subscriptions } = (await sandboxOf(stack).state()) as unknown as {
      subscriptions: { id: string; status: string }[]
    }
    return subscriptions.find(({ id }) => id === plan.stripeSubscriptionId)?.status === 'canceled'
  })
  await until(async () => (await setStatus(stack, order.orderId, 'shipped')).status === 200)
  const ledgers = openLedgers(stack)
  await until(() => ledgers.shipments.findOne({ orderId: order.orderId, 'parcels.shippedAt': { $ne: null } }))
  await ledgers.close()
  const found = await callAs(stack, stack, `GET /api/admin/orders?q=${order.orderId}`, {})
  const [erased] = JSON.parse(found.text).items
  expect([erased.customerName, erased.customerEmail]).toEqual(['Deleted customer', null])

  // No receipt for a deletion that the owner did not request.
  await until(async () =>
    (await mailsTo(stack, email)).some(({ subject }) => subject.startsWith('Your password was changed')),
  )
  const subjects = (await mailsTo(stack, email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('deleted'))).toEqual([])

  // The links of before are void.
  const again = { token, password: 'a stolen horse' }
  expect((await attacker.call('POST', '/api/auth/reset-password', again)).status).toBe(400)
  expect((await verify(owner, verification)).status).toBe(400)
  await owner.insist('GET', '/api/auth/user', undefined, 200)
})
