import { ObjectId } from 'mongodb'
import { seedPranks } from '../../services/catalog/src/seed.ts'
import type { Order } from '../../services/order/src/order.model.ts'
import type { Random } from './random.ts'

/** The settings of a generated world: the same settings at the same time give the same documents. */
export interface World {
  seed: number
  /** The world ends at this time. */
  now: Date
  amounts: Amounts
}

/** How many of each to write, at most. */
export interface Amounts {
  orders: number
  plans: number
  logs: number
  messages: number
}

export const defaultAmounts: Amounts = { orders: 100_000, plans: 20_000, logs: 200_000, messages: 20_000 }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
const spanMs = 730 * dayMs

/** The time of the nth newest of `count` events: spread over the last 24 months, with increasing frequency. */
export function momentOf(index: number, count: number, random: Random, { now }: World): Date {
  const share = (index + random.next()) / count
  return new Date(now.getTime() - minuteMs - spanMs * share ** 1.7)
}

/** An id as the databases store it. */
export const idOf = (hex: string) => new ObjectId(hex) as Order['_id']

export const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** A prank as orders and parcels store it. */
export function drawPrank(random: Random): Order['items'][number]['prank'] {
  const { _id, name, description, tier, image } = random.pick(seedPranks)
  return { id: _id, name, description, tier, image }
}

/** A carrier's number, for most parcels that left. */
export function drawTracking(random: Random): string | null {
  return random.chance(0.7)
    ? `9400${random.between(10_000_000, 99_999_999)}${random.between(10_000_000, 99_999_999)}`
    : null
}
