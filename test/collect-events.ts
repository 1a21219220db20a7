import type { EventName } from '@prankpost/contracts'
import type { Stack } from '@prankpost/local-stack'
import { connect } from 'amqplib'

/** An event as it came over the wire, as far as tests count it. */
interface Seen {
  id: string
  subject: string
  data: { ownerId?: string | null; orderId?: string | null }
}

/** Gathers a copy of every event of a name, on a queue of its own. */
export async function collectEvents(
  { amqpUrl, queuePrefix }: Pick<Stack, 'amqpUrl' | 'queuePrefix'>,
  event: EventName,
): Promise<Seen[] & { close(): Promise<void> }> {
  const connection = await connect(amqpUrl, { noDelay: true })
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, `${queuePrefix}prankpost.events`, event)
  const seen: Seen[] = []
  await channel.consume(
    queue,
    (message) => {
      if (message !== null) seen.push(JSON.parse(message.content.toString()) as Seen)
    },
    { noAck: true },
  )
  return Object.assign(seen, { close: () => connection.close() })
}
