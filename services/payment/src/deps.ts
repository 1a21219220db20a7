import type { Outbox } from '@prankpost/messaging'
import { createEmitter } from '@prankpost/messaging'
import type { KeyedMutex, Logger } from '@prankpost/service-kit'
import type Stripe from 'stripe'
import type { CustomerModel } from './customer.model.ts'
import type { EventCursorModel } from './event-cursor.model.ts'
import type { Inbox } from './inbox.ts'
import type { Payment, PaymentModel } from './payment.model.ts'

/** Creates the events that payment owns. */
export const emit = createEmitter('payment')

/** The dependencies of payment's use cases. */
export interface Deps {
  payments: PaymentModel
  customers: CustomerModel
  cursors: EventCursorModel
  outbox: Outbox<Payment>
  inbox: Inbox
  stripe: Stripe
  webhookSecret: string
  /** The mode of the configured key. Events of the other mode are ignored. */
  livemode: boolean
  publicUrl: string
  /** Milliseconds after which an unreported session is first checked at Stripe. */
  sweepAfterMs: number
  /** How many sessions one round of the sweep reads at most; there is one round per second. */
  sweepReadsPerSecond: number
  /** Milliseconds between two scans of Stripe's list of events. */
  eventSweepEveryMs: number
  /** How many sessions one customer may have open at the same time. */
  openSessionLimit: number
  /** Runs the refunds of one payment one after another in this process. */
  serializeRefunds: KeyedMutex
  log: Logger
}
