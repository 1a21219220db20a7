import type { LedgerReader } from '../proof/entries.ts'
import { readAchievement } from '../proof/plans/achievement.ts'
import { readPayment } from '../proof/plans/payment.ts'
import { readSubscription } from '../proof/plans/subscription.ts'
import { readSubscriptionLogs } from '../proof/plans/subscription-logs.ts'
import { readFulfilment } from './ledgers/fulfilment.ts'
import { readOrder } from './ledgers/order.ts'

/** The services that keep books of plans. */
export const ledgerReaders: Record<string, LedgerReader> = {
  payment: readPayment,
  subscription: readSubscription,
  order: readOrder,
  fulfilment: readFulfilment,
  achievement: readAchievement,
  'subscription-logs': readSubscriptionLogs,
}
