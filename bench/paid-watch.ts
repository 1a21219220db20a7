import type { Stack } from '@prankpost/local-stack'
import { connect } from 'amqplib'

const patienceMs = 30_000

/**
 * Tells when orders are paid, as every reader of order-paid learns it: the order is written by then, and asking for
 * it over and over would be most of the load.
 */
export async function watchPaid({ amqpUrl, queuePrefix }: Pick<Stack, 'amqpUrl' | 'queuePrefix'>) {
  const connection = await connect(amqpUrl, { noDelay: true })
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, `${queuePrefix}prankpost.events`, 'order-paid')
  // Paid before anybody asked, or asked for before it is paid.
  const known = new Set<string>()
  const waiting = new Map<string, () => void>()
  const note = (orderId: string) => {
    const tell = waiting.get(orderId)
    if (tell === undefined) return void known.add(orderId)
    waiting.delete(orderId)
    tell()
  }
  await channel.consume(queue, (message) => message && note(subjectOf(message.content)), { noAck: true })
  return {
    paid: (orderId: string) =>
      new Promise<void>((resolve, reject) => {
        if (known.delete(orderId)) return resolve()
        const late = setTimeout(() => {
          waiting.delete(orderId)
          reject(new Error(`order ${orderId} was not paid in ${patienceMs / 1_000} s`))
        }, patienceMs)
        waiting.set(orderId, () => {
          clearTimeout(late)
          resolve()
        })
      }),
    stop: () => connection.close(),
  }
}

const subjectOf = (content: Buffer): string => JSON.parse(content.toString('utf8')).subject
