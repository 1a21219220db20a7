import type { Stack } from '@prankpost/test-harness'
import { watchEvents } from '../test/support/collect-events.ts'

const patienceMs = 30_000

/**
 * Resolves when orders are paid, on the event order-paid: the order is stored by then, and polling for it would be most
 * of the load.
 */
export async function watchPaid(stack: Pick<Stack, 'amqpUrl' | 'queuePrefix'>) {
  // `known`: paid before `paid` was called. `waiting`: `paid` was called before the payment.
  const known = new Set<string>()
  const waiting = new Map<string, () => void>()
  const note = (orderId: string) => {
    const resolve = waiting.get(orderId)
    if (resolve === undefined) return void known.add(orderId)
    waiting.delete(orderId)
    resolve()
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
