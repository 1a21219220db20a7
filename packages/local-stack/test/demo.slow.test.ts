import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { startStack } from '../../test-harness/src/index.ts'
import { addDemo } from '../src/cli/demo.ts'

test('when the demo data is added twice, then it exists once: a verified customer, three targets, one paid order, one plan, one message', async () => {
  const stack = await startStack()
  const client = new MongoClient(stack.mongodbUri)
  try {
    await addDemo(stack)
    expect(await addDemo(stack)).toContain('demo@prankpost.example')
    const count = (service: string, collection: string, filter = {}) =>
      client.db(`${stack.databasePrefix}_${service}`).collection(collection).countDocuments(filter)
    expect(await count('auth', 'users', { emailVerifiedAt: { $ne: null } })).toBe(1)
    expect(await count('auth', 'users')).toBe(1)
    expect(await count('notification', 'mails', { kind: 'verify-email' })).toBe(1)
    expect(await count('contact', 'contacts')).toBe(3)
    expect(await count('order', 'orders', { type: 'once' })).toBe(1)
    expect(await count('subscription', 'subscriptions')).toBe(1)
    expect(await count('support', 'messages')).toBe(1)
  } finally {
    await client.close()
    await stack.stop()
  }
}, 180_000)
