import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { connect } from 'amqplib'
import { compareServices, findDifferences, openLedgers } from '../../ledgers/index.ts'

export type RestoredLedgers = ReturnType<typeof openRestoredLedgers>

const quietMs = 1_000

/** The ledgers of a shop that is restored from a backup, which do not contain all that Stripe was paid. */
export function openRestoredLedgers(stack: Stack) {
  const ledgers = openLedgers(stack)
  const { traffic } = ledgers
  return {
    ...ledgers,
    /** Sends a message that its consumer cannot read, so that it becomes a dead letter. */
    async plantDeadLetter() {
      const connection = await connect(stack.amqpUrl, { noDelay: true })
      try {
        const channel = await connection.createChannel()
        const options = { messageId: 'unreadable', persistent: true, contentType: 'text/plain' }
        const queue = `${stack.queuePrefix}achievement.order-paid`
        channel.publish('', queue, Buffer.from('no event'), options)
        await until(async () => (await traffic.deadLetters()) === 1)
      } finally {
        await connection.close()
      }
    },
    /** Waits until all messages were handled: queues do not show messages in progress, so they must stay empty a while. */
    async untilSettled() {
      let quietSince = Number.POSITIVE_INFINITY
      await until(async () => {
        const [dead, messages] = [await traffic.deadLetters(), await traffic.messages()]
        const isQuiet = dead === 1 && messages === 0 && (await traffic.outboxes()) === 0
        quietSince = isQuiet ? Math.min(quietSince, Date.now()) : Number.POSITIVE_INFINITY
        return Date.now() - quietSince > quietMs
      }, 60_000)
    },
    async paidOrderIds() {
      const paid = await ledgers.orders.find({ paidAt: { $exists: true }, type: 'once' }).toArray()
      return new Set(paid.map(({ _id }) => String(_id)))
    },
    /** Every difference, as sentences. The shop must either know a payment, or the report must name its session. */
    async differences(report: string): Promise<string[]> {
      const [shop, sessions] = [await ledgers.readShop(), await ledgers.sandbox.paidSessions()]
      const once = shop.orders.filter(({ type, paidAt }) => type === 'once' && paidAt !== undefined)
      const paid = new Set([
        ...once.map(({ _id }) => String(_id)),
        ...shop.plans.filter(({ status }) => status === 'active').map(({ _id }) => _id),
      ])
      const comparisons = [
        ...compareServices(shop),
        {
          name: 'payments at Stripe that the report does not name',
          expected: sessions.filter(({ id }) => !report.includes(id)).map(({ id }) => [id, {}] as const),
          actual: shop.payments
            .filter(({ _id, paidSessionId }) => paidSessionId !== null && paid.has(_id))
            .map(({ paidSessionId }) => [String(paidSessionId), {}] as const),
        },
        {
          name: 'orders that became paid',
          expected: once.map(({ _id }) => [String(_id), { times: 1 }] as const),
          actual: once.map(({ _id, statusHistory }) => {
            const times = statusHistory.filter(({ status }) => status === 'paid').length
            return [String(_id), { times }] as const
          }),
        },
      ]
      return comparisons.flatMap(findDifferences).map(({ sentence }) => sentence)
    },
  }
}
