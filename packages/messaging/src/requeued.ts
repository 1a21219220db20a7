import type { Channel, GetMessage } from 'amqplib'
import type { Broker } from './broker.ts'

// From version 4.0 on RabbitMQ drops or dead-letters a message that was requeued 20 times. A message that was read this
// often is replaced by a fresh copy before that.
const republishAfter = 10
// If a channel is closed while more than 32 acknowledgements are pending, the broker loses them.
export const ackBatchSize = 16

const deliveryCountHeader = 'x-delivery-count'

/** The headers of a message without the broker's count of its deliveries. */
export function headersOf({ properties }: GetMessage) {
  const { [deliveryCountHeader]: _count, ...headers } = properties.headers ?? {}
  return headers
}

/** Whether a message was requeued so often that `republish` must replace it. */
export const isOftenRead = ({ properties }: GetMessage) =>
  Number(properties.headers?.[deliveryCountHeader] ?? 0) >= republishAfter

/**
 * Replaces messages of a queue by fresh copies at `destinationOf`, an exchange and a routing key. A message that could
 * not be republished is requeued unchanged when the channel closes; the next read tries again.
 */
export async function republish(
  { broker, channel, queue }: { broker: Broker; channel: Channel; queue: string },
  messages: GetMessage[],
  destinationOf: (message: GetMessage) => [exchange: string, key: string],
): Promise<void> {
  for (let start = 0; start < messages.length; start += ackBatchSize) {
    await Promise.allSettled(
      messages.slice(start, start + ackBatchSize).map(async (message) => {
        const { contentType, messageId } = message.properties
        await broker.publish(...destinationOf(message), message.content, {
          messageId: String(messageId),
          contentType,
          headers: headersOf(message),
        })
        channel.ack(message)
      }),
    )
    await channel.checkQueue(queue)
  }
}
