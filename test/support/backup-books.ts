import type { Stack } from '@prankpost/test-harness'
import { connect } from 'amqplib'
import { brokerNames, retryStages, subscriptionsOf } from '../../packages/messaging/src/topology.ts'
import { openBooks } from './books.ts'
import { sandboxOf } from './sandbox.ts'
import { until } from './shopper.ts'

export type RestoredBooks = ReturnType<typeof openRestoredBooks>

const deadQueue = 'achievement.order-paid.dead'
const quietMs = 1_000

/** The ledgers of all services held against each other, and against the provider's. */
export function openRestoredBooks(stack: Stack) {
  const books = openBooks(stack)
  const progress = books.of('achievement', 'progress')
  const withChannel = async <T>(
    look: (channel: Awaited<ReturnType<typeof openChannel>>[1]) => Promise<T>,
  ) => {
    const [connection, channel] = await openChannel(stack)
    try {
      return await look(channel)
    } finally {
      await connection.close()
    }
  }
  const depths = () =>
    withChannel(async (channel) => {
      const found: Record<string, number> = {}
      for (const queue of queues()) {
        const { messageCount } = await channel.checkQueue(stack.queuePrefix + queue)
        if (messageCount > 0) found[queue] = messageCount
      }
      return found
    })

  return {
    ...books,
    /** Something that no reader can take, as an operator may have lying there. */
    async plantDeadLetter() {
      await withChannel(async (channel) => {
        const options = { messageId: 'unreadable', persistent: true, contentType: 'text/plain' }
        channel.publish(
          '',
          stack.queuePrefix + deadQueue.replace('.dead', ''),
          Buffer.from('no event'),
          options,
        )
        await until(async () => (await channel.checkQueue(stack.queuePrefix + deadQueue)).messageCount === 1)
      })
    },
    /** Waits until nothing is on its way: no queue shows what a handler is working on, so it has to stay quiet for a while. */
    async untilSettled() {
      let quietSince = Number.POSITIVE_INFINITY
      await until(async () => {
        const { [deadQueue]: dead, ...waiting } = await depths()
        const isQuiet = dead === 1 && Object.keys(waiting).length === 0 && (await books.outboxDepth()) === 0
        quietSince = isQuiet ? Math.min(quietSince, Date.now()) : Number.POSITIVE_INFINITY
        return Date.now() - quietSince > quietMs
      }, 60_000)
    },
    async paidOrderIds() {
      const paid = await books.orders.find({ paidAt: { $exists: true }, type: 'once' }).toArray()
      return new Set(paid.map(({ _id }) => String(_id)))
    },
    /** What does not fit, in words; money counts as known when the report names its session. */
    async differences(report: string): Promise<string[]> {
      const [orders, payments, shipments, plans, logs, things] = await Promise.all(
        [books.orders, books.payments, books.shipments, books.plans, books.logs, progress].map((one) =>
          one.find().toArray(),
        ),
      )
      const wrong: string[] = []
      const expectThat = (isSo: boolean, words: string) => {
        if (!isSo) wrong.push(words)
      }
      const orderOf = new Map(orders?.map((order) => [String(order._id), order]))
      const monthOrder = new Map(orders?.map((order) => [order.invoiceId, order]))
      const paymentOf = new Map(payments?.map((payment) => [String(payment._id), payment]))

      const { sessions } = await sandboxOf(stack).state()
      for (const { id, payment_status: status, metadata } of sessions) {
        if (status !== 'paid') continue
        const thing = String(metadata?.id)
        const payment = paymentOf.get(thing)
        const isTaken =
          payment?.paidSessionId === id &&
          (metadata?.kind === 'order'
            ? orderOf.get(thing)?.paidAt !== undefined
            : plans?.some(({ _id, status }) => String(_id) === thing && status === 'active') === true)
        const isReported = report.includes(id)
        expectThat(
          isTaken !== isReported,
          `session ${id} of ${metadata?.kind} ${thing}: ${isTaken}, told ${isReported}`,
        )
      }

      const paidOnce = orders?.filter(({ type, paidAt }) => type === 'once' && paidAt !== undefined) ?? []
      for (const { _id, items, statusHistory } of paidOnce) {
        const shipment = shipments?.filter(({ orderId }) => orderId === String(_id)) ?? []
        expectThat(shipment.length === 1, `order ${_id} has ${shipment.length} shipments`)
        const times = statusHistory.filter(({ status }: { status: string }) => status === 'paid').length
        expectThat(times === 1, `order ${_id} became paid ${times} times`)
        for (const item of items) {
          const parcel = shipment[0]?.parcels.find(({ id }: { id: string }) => id === `${_id}-${item.id}`)
          const fits = (item.shippedAt === null) === (parcel?.shippedAt === null)
          expectThat(fits, `parcel ${_id}-${item.id}: order ${item.shippedAt}, shipment ${parcel?.shippedAt}`)
        }
      }

      for (const { _id, months } of plans ?? []) {
        for (const { invoiceId, parcelsShipped } of months) {
          const shipment = shipments?.filter((one) => one.invoiceId === invoiceId) ?? []
          expectThat(shipment.length === 1, `month ${invoiceId} of ${_id} has ${shipment.length} shipments`)
          const ids: string[] = shipment[0]?.parcels.map(({ id }: { id: string }) => id) ?? []
          expectThat(ids.length === parcelsShipped, `month ${invoiceId}: ${parcelsShipped} of ${ids.length}`)
          const onOrder = monthOrder.get(invoiceId)?.items.map(({ id }: { id: string }) => id) ?? ['no order']
          expectThat(same(ids, onOrder), `order of ${invoiceId}: ${onOrder} for ${ids}`)
          for (const id of ids) {
            const lines = logs?.filter(({ metadata }) => metadata?.parcelId === id).length
            expectThat(lines === 1, `parcel ${id} is logged ${lines} times`)
          }
        }
      }

      const counted = things?.filter(({ track }) => track === 'prank').length
      const sent = (shipments ?? []).reduce((sum, { parcels }) => sum + parcels.length, 0)
      expectThat(counted === sent, `${counted} pranks counted of ${sent}`)
      return wrong
    },
  }
}

function queues(): string[] {
  const names = brokerNames()
  const work = subscriptionsOf().map(({ service, event }) => names.queue(service, event))
  const readers = new Set(subscriptionsOf().map(({ service }) => service))
  const stages = [...readers].flatMap((reader) => retryStages.map(({ name }) => names.retry(reader, name)))
  return [...work, ...work.map(names.deadQueue), ...stages]
}

const same = (some: string[], others: string[]) => String(some.toSorted()) === String(others.toSorted())

async function openChannel({ amqpUrl }: Stack) {
  const connection = await connect(amqpUrl, { noDelay: true })
  return [connection, await connection.createChannel()] as const
}
