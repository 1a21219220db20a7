import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashPoint, dieAtEach } from '../support/die-at-each.ts'
import { everyDocument } from '../support/every-document.ts'
import { mailsTo } from '../support/mails.ts'
import { Shopper } from '../support/shopper.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ crashAt: {} })
}, 120_000)
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

/** Crashes the service at the point. The current call may fail or not: only the state afterwards counts. */
async function dyingAt(service: string, point: string, work: () => Promise<unknown>): Promise<void> {
  stack.crashAt(service, point)
  await work().catch(() => undefined)
  await stack.crashed(service)
  await stack.waitUntilReady()
}

/** Places between two effects, from the deletion request to the receipt. */
const deletionPoints: CrashPoint[] = [
  ['auth', 'outbox:written customer-deletion-requested', 'the account is deleted, and no event published'],
  ['contact', 'erasure:noted', 'the data is counted, and nothing of it erased'],
  ['contact', 'erasure:erased', 'all is erased, and no answer written'],
  ['contact', 'outbox:written contact-data-erased', 'the answer is written, and not published'],
  ['auth', 'outbox:written customer-erased', 'the receipt is complete, and no event published'],
  ['notification', 'mail:receipt-sent', 'the receipt is mailed, and auth still stores the address'],
]

const deletionOf = dieAtEach(deletionPoints, async ([service, point]) => {
  const shopper = await customer()
  const deletion = { password: 'correct horse', confirmation: 'DELETE' }
  await dyingAt(service, point, () => shopper.call('POST', '/api/auth/account-deletion', deletion))
  return shopper
})

describe('when a process dies while an account is deleted', () => {
  test.each(deletionPoints)(
    '%s at %s (%s) then everything is erased, and one receipt lists it',
    async (...one) => {
      const shopper = deletionOf(one)
      const { email, cookie } = shopper
      const receipts = async () =>
        (await mailsTo(stack, email)).filter(({ subject }) => subject.startsWith('Your account is deleted'))
      await until(async () => (await receipts()).length > 0, 45_000)
      const places = async () =>
        (await everyDocument(stack, (place) => !place.startsWith('stripe_sandbox.')))
          .filter(
            ({ text }) => text.includes(email) || (text.includes(shopper.id) && text.includes('Gerald')),
          )
          .map(({ place }) => place)
      await until(async () => (await places()).length === 0, 45_000)
      const mails = await receipts()
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
      // Counted once, before the first attempt: a second attempt finds less, but reports the same.
      expect(mails[0]?.text).toMatch(/Address book .*: Saved targets: 2 deleted\./)
      expect((await fetch(`${stack.baseUrl}/api/contacts`, { headers: { cookie } })).status).toBe(401)
    },
    90_000,
  )
})

describe('when a process dies while a data export is collected', () => {
  test('contact at export:part-brought (the part is delivered, and the message not acknowledged) then the file is complete', async () => {
    const shopper = await customer()
    const begin = () => shopper.call('POST', '/api/auth/data-export')
    await dyingAt('contact', 'export:part-brought', begin)
    await until(
      async () => (await shopper.call('GET', '/api/auth/data-export')).body?.state === 'ready',
      45_000,
    )
    const file = await shopper.insist('GET', '/api/auth/data-export/file', undefined, 200)
    expect(file.body.targets).toHaveLength(2)
    expect(file.body.account.email).toBe(shopper.email)
  }, 90_000)
})
