import { type SubscriptionLog, subscriptionLogList } from '@prankpost/contracts'
import { startServiceForTest } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

/** A consuming subscription-logs service with its own database and queues. */
export async function startFixture() {
  const space = testNamespace()
  const subscriptionLogs = await startServiceForTest(service, space)
  const { logs } = subscriptionLogs.models
  const get = (path: string) => subscriptionLogs.operator('GET', `/api/admin/${path}`)
  const list = async (query = '') => subscriptionLogList.parse((await get(`subscription-logs?${query}`)).body)

  return {
    ...space,
    ...subscriptionLogs,
    logs,
    get,
    list,
    /** The entries of one plan that the operator sees, newest first. */
    async logOf(planId: string): Promise<SubscriptionLog[]> {
      return (await list(`limit=200&q=${planId}`)).items
    },
    /** All stored entries, sorted by id. */
    stored: () => logs.find().sort({ _id: 1 }).lean(),
    deadLetters: () => subscriptionLogs.deadLetters('subscription-created'),
  }
}
