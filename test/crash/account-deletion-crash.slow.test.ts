import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyDocument } from '../support/every-document.ts'
import { mailsTo } from '../support/mails.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ crashAt: {} })
})
afterAll(() => stack.stop())

const target = { name: 'Gerald Snail', address: '1 Garden Path', city: 'Bend', state: 'OR', zipCode: '97701' }

/** A customer with two targets. */
async function customer(): Promise<Shopper> {
  // After the case before, the gateway may not know yet that auth is back.
  const shopper = await until(() => new Shopper(stack).signUp().catch(() => null))
  await shopper.insist('POST', '/api/contacts', target, 201)
  await shopper.insist('POST', '/api/contacts', target, 201)
  return shopper
}

/** Places between two effects, from the deletion request to the receipt, where each of these processes dies in turn. */
const deletionPoints = {
  auth: [
    // The account is deleted, and no event published.
    'outbox:written customer-deletion-requested',
    // The receipt is complete, and no event published.
    'outbox:written customer-erased',
  ],
  contact: [
    // The data is counted, and nothing of it erased.
    'erasure:recorded',
    // All is erased, and no answer written.
    'erasure:erased',
    // The answer is written, and not published.
    'outbox:written contact-data-erased',
  ],
  // The receipt is mailed, and auth still stores the address.
  notification: ['mail:receipt-sent'],
}

describe('when processes die while an account is deleted', () => {
  test('at each place between two effects then everything is erased, and one receipt lists it', async () => {
    const shopper = await customer()
    const { email, cookie } = shopper
    const deaths = Object.entries(deletionPoints).map(async ([service, points]) => {
      for (const point of points) {
        stack.crashAt(service, point)
        await stack.crashed(service)
      }
    })
    const deletion = { password: 'correct horse', confirmation: 'DELETE' }
    await shopper.call('POST', '/api/auth/account-deletion', deletion).catch(() => undefined)
    await Promise.all(deaths)
    await stack.waitUntilReady()
    const receipts = async () =>
      (await mailsTo(stack, email)).filter(({ subject }) => subject.startsWith('Your account is deleted'))
    await until(async () => (await receipts()).length > 0)
    const places = async () =>
      (await everyDocument(stack, (place) => !place.startsWith('stripe_sandbox.')))
        .filter(({ text }) => text.includes(email) || (text.includes(shopper.id) && text.includes('Gerald')))
        .map(({ place }) => place)
    await until(async () => (await places()).length === 0)
    const mails = await receipts()
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
    // Counted once, before the first attempt: a second attempt finds less, but reports the same.
    expect(mails[0]?.text).toMatch(/Address book .*: Saved targets: 2 deleted\./)
    expect((await fetch(`${stack.baseUrl}/api/contacts`, { headers: { cookie } })).status).toBe(401)
  })
})

describe('when a process dies while a data export is collected', () => {
  test('contact at export:part-sent (the part is delivered, and the message not acknowledged) then the file is complete', async () => {
    const shopper = await customer()
    stack.crashAt('contact', 'export:part-sent')
    await shopper.insist('POST', '/api/auth/data-export', undefined, 201)
    await stack.crashed('contact')
    await until(async () => (await shopper.call('GET', '/api/auth/data-export')).body?.state === 'ready')
    const file = await shopper.insist('GET', '/api/auth/data-export/file', undefined, 200)
    expect(file.body.targets).toHaveLength(2)
    expect(file.body.account.email).toBe(shopper.email)
  })
})
