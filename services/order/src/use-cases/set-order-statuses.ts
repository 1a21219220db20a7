import type { UpdateStatusesAnswer } from '@prankpost/contracts'
import { AppError, isOutage } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { changeOrderStatus, type SettableStatus } from './set-order-status.ts'

type Result = UpdateStatusesAnswer['results'][number]

/** Orders under way at once: enough that they share the journal's flushes, few enough to leave connections free. */
const atOnce = 10

/**
 * Sets one status on a selection of orders, each as changeOrderStatus does, in a write of its own: what
 * fails fails alone, and after a crash in between the same call again does the rest. Answers each order
 * in the order asked for; one that was named twice is done once, and both places say what became of it.
 * @throws 503 when the database goes away: the same call again does the rest
 */
export async function setOrderStatuses(
  { orderIds, status }: { orderIds: string[]; status: SettableStatus },
  deps: Pick<Deps, 'outbox' | 'log'>,
): Promise<UpdateStatusesAnswer> {
  const results = new Map<string, Result>()
  const waiting = new Set(orderIds).values()
  // All workers take from one iterator, so that each order is taken once.
  const worker = async () => {
    for (const orderId of waiting) results.set(orderId, await resultOf(orderId, status, deps))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { results: orderIds.flatMap((orderId) => results.get(orderId) ?? []) }
}

async function resultOf(
  orderId: string,
  status: SettableStatus,
  deps: Pick<Deps, 'outbox' | 'log'>,
): Promise<Result> {
  try {
    const changed = await changeOrderStatus({ orderId, status }, deps)
    return { orderId, outcome: changed ? 'changed' : 'unchanged', message: null }
  } catch (error) {
    if (isOutage(error)) throw error
    const isExpected = error instanceof AppError
    if (!isExpected)
      deps.log.error({ err: error, orderId }, 'the status of an order of a selection was not set')
    const message = isExpected ? error.message : 'This order could not be changed. Please try again.'
    return { orderId, outcome: 'failed', message }
  }
}
