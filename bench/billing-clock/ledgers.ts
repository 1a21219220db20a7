import { readAchievement } from './ledgers/achievement.ts'
import type { LedgerReader } from './ledgers/entries.ts'
import { readFulfilment } from './ledgers/fulfilment.ts'
import { readOrder } from './ledgers/order.ts'
import { readPayment } from './ledgers/payment.ts'
import { readSubscription } from './ledgers/subscription.ts'
import { readSubscriptionLogs } from './ledgers/subscription-logs.ts'

/** The services that keep books of plans. */
export const ledgerReaders: Record<string, LedgerReader> = {
  payment: readPayment,
  subscription: readSubscription,
  order: readOrder,
  fulfilment: readFulfilment,
  achievement: readAchievement,
  'subscription-logs': readSubscriptionLogs,
}
