import type { EventName } from '@prankpost/contracts'
import type { SharedStack } from '@prankpost/test-harness'
import { connect } from 'amqplib'

/** A published event, with the fields that tests check. */
interface Seen {
  id: string
  subject: string
  data: { ownerId?: string | null; orderId?: string | null }
}

/** Passes a copy of every event of a name to the callback, from a separate queue. */
export async function watchEvents(
  { amqpUrl, queuePrefix }: Pick<SharedStack, 'amqpUrl' | 'queuePrefix'>,
  event: EventName,
  see: (seen: Seen) => void,
): Promise<{ close(): Promise<void> }> {
  const connection = await connect(amqpUrl, { noDelay: true })
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, `${queuePrefix}prankpost.events`, event)
  await channel.consume(
    queue,
    (message) => {
      if (message !== null) see(JSON.parse(message.content.toString()) as Seen)
    },
    { noAck: true },
  )
  return { close: () => connection.close() }
}

/** Collects them in an array. */
export async function collectEvents(
  broker: Pick<SharedStack, 'amqpUrl' | 'queuePrefix'>,
  event: EventName,
): Promise<Seen[] & { close(): Promise<void> }> {
  const seen: Seen[] = []
  return Object.assign(seen, await watchEvents(broker, event, (one) => seen.push(one)))
}
