import type { Stack } from '@prankpost/test-harness'
import { watchEvents } from '../test/support/collect-events.ts'

const patienceMs = 30_000

/**
 * Tells when orders are paid, as every reader of order-paid learns it: the order is written by then, and asking for
 * it over and over would be most of the load.
 */
export async function watchPaid(stack: Pick<Stack, 'amqpUrl' | 'queuePrefix'>) {
  // Paid before anybody asked, or asked for before it is paid.
  const known = new Set<string>()
  const waiting = new Map<string, () => void>()
  const note = (orderId: string) => {
    const tell = waiting.get(orderId)
    if (tell === undefined) return void known.add(orderId)
    waiting.delete(orderId)
    tell()
  }
  const watch = await watchEvents(stack, 'order-paid', ({ subject }) => note(subject))
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
    stop: () => watch.close(),
  }
}
