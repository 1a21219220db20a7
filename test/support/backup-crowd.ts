import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'
import type { subscribe } from './subscriber.ts'

/** An order that the shop has shown to its customer as paid. */
interface Bought {
  orderId: string
  sessionId: string
}

/** Customers who buy one order after another, and an operator who ships, until `stop`. */
export function keepBuying(
  stack: Stack,
  { buyers, plans }: { buyers: number; plans: Awaited<ReturnType<typeof subscribe>>[] },
) {
  const sandbox = sandboxOf(stack)
  const paid: Bought[] = []
  let isOver = false
  const buy = async () => {
    const shopper = await new Shopper(stack).signUp()
    for (let n = 1; !isOver; n++) {
      const { orderId, sessionId } = await shopper.checkOut(1 + (n % 3))
      await sandbox.pay(sessionId)
      await shopper.insist('POST', '/api/confirm-payment-success', { sessionId, orderId }, 200)
      await shopper.historyOf(n)
      paid.push({ orderId, sessionId })
    }
  }
  const ship = async () => {
    const operator = new Shopper(stack)
    for (let n = 0; !isOver; n++) {
      const order = paid[n]
      if (order === undefined) {
        n--
        await sleep(50)
        continue
      }
      const status = { status: n % 3 === 2 ? 'delivered' : 'shipped', adminPassword: stack.adminPassword }
      if (n % 2 === 0)
        await operator.insist('PATCH', `/api/admin/orders/${order.orderId}/status`, status, 200)
      await plans[n % plans.length]?.ship(`parcel-${n}`)
    }
  }
  const done = Promise.all([...Array.from({ length: buyers }, buy), ship()])
  // `stop` reports the failures.
  done.catch(() => undefined)
  return {
    paid,
    async stop() {
      isOver = true
      await done
    },
  }
}
