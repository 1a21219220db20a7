import type { OrderStatus, UpdateStatusesAnswer } from '@prankpost/contracts'
import { AppError, isOutage, mapAtOnce } from '@prankpost/service-kit'
import { changeOrderStatus, type SettableStatus, type StatusDeps } from './set-order-status.ts'

type Result = UpdateStatusesAnswer['results'][number]

interface StatusesInput {
  orderIds: string[]
  status: SettableStatus
  /** The statuses that the operator has seen, by order id. */
  seen?: Record<string, OrderStatus> | undefined
}

/**
 * Sets one status on a selection of orders, each as changeOrderStatus does, in its own write. One failure does not
 * affect the other orders. After a crash, the same call again completes the rest. Returns the results in the requested
 * sequence; an order that is listed twice is changed once and has the same result in both places.
 * @throws 503 when the database or consent becomes unavailable; the same call again completes the rest
 */
export async function setOrderStatuses(
  { orderIds, status, seen = {} }: StatusesInput,
  deps: StatusDeps,
): Promise<UpdateStatusesAnswer> {
  const changed = await mapAtOnce(new Set(orderIds), (orderId) =>
    resultOf({ orderId, status, seen: seen[orderId] }, deps),
  )
  const results = new Map(changed.map((result) => [result.orderId, result]))
  return { results: orderIds.flatMap((orderId) => results.get(orderId) ?? []) }
}

async function resultOf(change: Parameters<typeof changeOrderStatus>[0], deps: StatusDeps): Promise<Result> {
  const { orderId } = change
  try {
    const changed = await changeOrderStatus(change, deps)
    return { orderId, outcome: changed ? 'changed' : 'unchanged', message: null }
  } catch (error) {
    if (isOutage(error)) throw error
    const isExpected = error instanceof AppError
    if (!isExpected)
      deps.log.error({ err: error, orderId }, 'could not set the status of one of the selected orders')
    const message = isExpected ? error.message : 'This order could not be changed. Please try again.'
    return { orderId, outcome: 'failed', message }
  }
}
