import type { AdminCustomer, CallingOperator } from '@prankpost/contracts'
import { toCustomerDto } from '../customer.dto.ts'
import { type Deps, emit } from '../deps.ts'
import type { User } from '../user.model.ts'
import { noCustomer } from './read-customer.ts'

interface Block {
  id: string
  /** Why the customer is blocked; null ends the block. */
  reason: string | null
  operator: Pick<CallingOperator, 'name'>
}

/**
 * Blocks a customer or ends the block, in one write with the event that notifies the other services. They refuse new orders
 * and plans once the event has arrived. A repetition changes nothing: the first reason stays.
 * @throws 404 when there is no such customer
 */
export async function blockCustomer(
  { id, reason, operator }: Block,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<AdminCustomer> {
  let changed: User | undefined
  const result = await outbox.change({ _id: id, isListed: true }, (account) => {
    const isBlocked = reason !== null
    if (Boolean(account.blocked) === isBlocked) return null
    const at = new Date(Math.max(Date.now(), (account.blockChangedAt?.getTime() ?? 0) + 1))
    const blocked = isBlocked ? { at, by: operator.name, reason } : null
    changed = { ...account, blocked }
    return {
      update: { $set: { blocked, blockChangedAt: at } },
      events: [emit('customer-block-changed', id, { ownerId: id, isBlocked, changedAt: at.toISOString() })],
    }
  })
  if (result === null) throw noCustomer()
  return toCustomerDto(changed ?? result.document)
}
