import { type SubscriptionLog, subscriptionLogList } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { startServiceForTest, testAdminPassword } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

/** A consuming subscription-logs service with its own database and queues. */
export async function startFixture() {
  const space = testNamespace()
  const subscriptionLogs = await startServiceForTest(service, space)
  const { logs } = subscriptionLogs.models
  const { deliver, deliverRaw } = await subscriptionLogs.consume()
  const headers = { 'x-admin-password': testAdminPassword }
  const get = (path: string) => subscriptionLogs.call('GET', `/api/admin/${path}`, { headers })
  const list = async (query = '') => subscriptionLogList.parse((await get(`subscription-logs?${query}`)).body)

  return {
    ...space,
    ...subscriptionLogs,
    logs,
    get,
    deliver,
    deliverRaw,
    list,
    /** The entries of one plan that the operator sees, newest first. */
    async logOf(planId: string): Promise<SubscriptionLog[]> {
      return (await list(`limit=200&q=${planId}`)).items
    },
    /** All stored entries, sorted by id. */
    stored: () => logs.find().sort({ _id: 1 }).lean(),
    /** Delivers events one after the other. Returns the names of the errors. */
    async deliverAll(...events: OutboxEntry[]): Promise<string[]> {
      const errors: string[] = []
      for (const event of events) {
        const error = await deliver(event)
        if (error !== null) errors.push(error.name)
      }
      return errors
    },
    deadLetters: () => subscriptionLogs.deadLetters('subscription-created'),
    async close() {
      await subscriptionLogs.close()
      await space.drop()
    },
  }
}
