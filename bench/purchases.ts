import type { Stack } from '@prankpost/test-harness'
import { Shopper } from '../test/support/shopper.ts'
import { cpuOf } from './cpu.ts'
import { send } from './keep-alive.ts'
import { watchPaid } from './paid-watch.ts'
import { percentiles } from './percentiles.ts'

/** Pays a session, and waits until its order is paid. */
export interface Till {
  pay(sessionId: string): Promise<unknown>
  paid(orderId: string): Promise<void>
}

/** A whole purchase, from the catalog to the customer's history. */
export async function buy(shopper: Shopper, { pay, paid }: Till): Promise<void> {
  const cart = await shopper.cart()
  await shopper.insist('POST', '/api/validate-order', cart, 200)
  const { orderId, sessionId } = await shopper.checkOut(cart)
  await pay(sessionId)
  await paid(orderId)
  const shown = (await shopper.history()).some((entry) => entry.orderId === orderId)
  if (!shown) throw new Error(`order ${orderId} is paid and not in the history`)
}

/**
 * Whole purchases by several customers at once: the catalog is read, the cart checked and recorded, a session
 * opened and paid, and the purchase is complete when the customer's history shows it. The history is not polled
 * before the order is paid: polling would be most of the load.
 */
export async function measurePurchases(
  stack: Stack,
  { concurrency, count }: { concurrency: number; count: number },
) {
  const watch = await watchPaid(stack)
  const till = { pay: (sessionId: string) => payInSandbox(stack, sessionId), paid: watch.paid }
  const shoppers = await Promise.all(
    Array.from({ length: concurrency }, () => new Shopper(stack, send).signUp()),
  )
  const durations: number[] = []
  let left = count
  const cpu = cpuOf(stack)
  const start = performance.now()
  await Promise.all(
    shoppers.map(async (shopper) => {
      while (left-- > 0) {
        const began = performance.now()
        await buy(shopper, till)
        durations.push(performance.now() - began)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  const cpuMs = cpu.since(durations.length)
  await watch.stop()
  return {
    concurrency,
    perSecond: Math.round((durations.length / seconds) * 10) / 10,
    ...percentiles(durations),
    cpuMs,
  }
}

/** Pays as the customer does on the hosted page; the sandbox then sends its webhooks. */
async function payInSandbox({ sandboxUrl }: Stack, sessionId: string): Promise<void> {
  const url = `${sandboxUrl}/test/checkout/sessions/${sessionId}/complete`
  const headers = { 'content-type': 'application/json' }
  const { status } = await send(url, { method: 'POST', headers, body: '{}' })
  if (status !== 200) throw new Error(`the payment was answered with ${status}`)
}
