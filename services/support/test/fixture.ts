import type { ContactSubmitInput } from '@prankpost/contracts'
import { startServiceForTest } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { newMessage } from '../src/message.model.ts'
import { service } from '../src/service.ts'

export { testAdminPassword as adminPassword } from '@prankpost/service-kit/testing'

/** Replicas of support on a database used by this test file only. */
export async function startFixture() {
  const { drop, ...space } = testNamespace()
  const start = (limit: number, limitOfEmail: number) =>
    startServiceForTest(service, space, {
      env: { CONTACT_FORM_LIMIT: limit, CONTACT_FORM_EMAIL_LIMIT: limitOfEmail },
      broker: 'disconnected',
    })
  const first = await start(1_000, 1_000)
  const replicas = [first]
  return {
    ...first,
    messages: first.models.messages,
    /** A message that was stored before the test. */
    async received(part: Partial<ContactSubmitInput> = {}): Promise<string> {
      const input = { name: 'Pat Potato', email: 'pat@example.com', subject: 'Late', message: 'Where is it?' }
      const message = newMessage({ ...input, ...part })
      await first.models.messages.create(message)
      return String(message._id)
    },
    async replica({ limit = 1_000, limitOfEmail = 1_000 } = {}) {
      const replica = await start(limit, limitOfEmail)
      replicas.push(replica)
      return replica.call
    },
    async close() {
      for (const replica of replicas) await replica.close()
      await drop({ topology: false })
    },
  }
}
