import { reactionEmojis } from '@prankpost/contracts/constants'
import type { HistoryEntry } from '@prankpost/contracts/customer-order'
import type { OrderStatus } from '@prankpost/contracts/order'
import type { HistoryReaction, HistoryReveal } from '@prankpost/contracts/reveal'
import { call, listOf, nullable, number, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { optional } from '../../lib/optional.ts'
import { pictureName } from '../../lib/pranks.ts'

const statuses = [
  'pending',
  'paid',
  'payment_failed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const satisfies readonly OrderStatus[]

/** An entry of the history. A server of an earlier version knows no reveal. */
export type ShownEntry = Omit<HistoryEntry, 'reveal'> & { reveal: HistoryReveal | null }

const historyEntry = shape<ShownEntry>({
  id: text,
  orderId: text,
  orderNumber: text,
  prankName: text,
  prankImageUrl: pictureName,
  prankDescription: text,
  status: oneOf(statuses),
  contactName: text,
  contactAddress: text,
  sentDate: text,
  quantity: number,
  price: text,
  estimatedDelivery: nullable(text),
  trackingNumber: nullable(text),
  addressForgottenAt: optional(text),
  reveal: optional(
    shape<HistoryReveal>({
      mode: oneOf(['never', 'date', 'guess']),
      date: nullable(text),
      state: oneOf(['hidden', 'revealed', 'missed']),
    }),
  ),
  reaction: optional(
    shape<HistoryReaction>({ emoji: oneOf(reactionEmojis), message: nullable(text), at: text }),
  ),
  arriveBy: optional(text),
})

/** Whether an answer is an entry. */
const isEntry = (value: unknown): value is HistoryEntry => historyEntry(value)

/** How often an open history is polled. */
export const historyPollMs = 5000

/** The customer's sent pranks, newest first. */
export const historyQuery = queryOptions({
  queryKey: ['prank-history'],
  queryFn: ({ signal }) => call('GET /api/prank-history', { signal, expect: listOf(isEntry) }),
})
