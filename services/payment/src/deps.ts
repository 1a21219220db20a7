import type { Outbox } from '@prankpost/messaging'
import { createEmitter } from '@prankpost/messaging'
import type { Logger } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import type { EventCursorModel } from './event-cursor.model.ts'
import type { Inbox } from './inbox.ts'
import type { Payment, PaymentModel } from './payment.model.ts'

/** Makes events that payment owns. */
export const emit = createEmitter('payment')

/** What the use cases of payment work with. */
export interface Deps {
  payments: PaymentModel
  cursors: EventCursorModel
  outbox: Outbox<Payment>
  inbox: Inbox
  stripe: Stripe
  webhookSecret: string
  /** The mode of the configured key: events of the other mode are not ours. */
  livemode: boolean
  publicUrl: string
  /** Milliseconds before the first question about a session that nobody reported. */
  sweepAfterMs: number
  /** Sessions that one round of the sweep reads at most; there is a round each second. */
  sweepReadsPerSecond: number
  /** Milliseconds between two readings of Stripe's events. */
  eventSweepEveryMs: number
  /** Sessions that one customer may have open at the same time. */
  openSessionLimit: number
  log: Logger
}
