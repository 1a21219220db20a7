import type { Stack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'

/** Direct sight of what the services have stored, for the tests that count it. */
export function openBooks({ mongodbUri, databasePrefix }: Pick<Stack, 'mongodbUri' | 'databasePrefix'>) {
  const client = new MongoClient(mongodbUri, { serverSelectionTimeoutMS: 5_000 })
  const collection = (service: string, name: string) =>
    client.db(`${databasePrefix}_${service}`).collection(name)
  return {
    of: collection,
    orders: collection('order', 'orders'),
    payments: collection('payment', 'payments'),
    inbox: collection('payment', 'inbox'),
    plans: collection('subscription', 'subscriptions'),
    shipments: collection('fulfilment', 'shipments'),
    logs: collection('subscription_logs', 'logs'),
    /** How many documents still hold events that are not confirmed, over the services that emit. */
    async outboxDepth(): Promise<number> {
      const due = { outboxDueAt: { $exists: true } }
      const counts = await Promise.all([
        collection('order', 'orders').countDocuments(due),
        collection('payment', 'payments').countDocuments(due),
        collection('subscription', 'subscriptions').countDocuments(due),
        collection('fulfilment', 'shipments').countDocuments(due),
      ])
      return counts.reduce((sum, n) => sum + n, 0)
    },
    /** Whether a service has looked through what was told by then. */
    async looked(service: string, name: string, at: Date): Promise<boolean> {
      const positions = collection(service, 'reconciliations')
      return (await positions.findOne({ _id: name as never, from: { $gt: at } })) !== null
    },
    close: () => client.close(),
  }
}
