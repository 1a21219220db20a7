import { readProgress, type StoredProgress } from './achievements.ts'
import type { DatabaseOf } from './documents.ts'
import { readMails, type StoredMail } from './mails.ts'
import { readOrders, type StoredOrder } from './orders.ts'
import { readPayments, type StoredPayment } from './payments.ts'
import { readPlanLog, type StoredLogEntry } from './plan-log.ts'
import { readPlans, type StoredPlan } from './plans.ts'
import { readShipments, type StoredShipment } from './shipments.ts'

/** The ledgers of the services: what each of them stores about what was bought and sent. */
export interface ShopLedgers {
  orders: StoredOrder[]
  payments: StoredPayment[]
  plans: StoredPlan[]
  shipments: StoredShipment[]
  planLog: StoredLogEntry[]
  progress: StoredProgress[]
  mails: StoredMail[]
}

/** Reads the ledgers of all services from their databases. */
export async function readShop(database: DatabaseOf): Promise<ShopLedgers> {
  const [orders, payments, plans, shipments, planLog, progress, mails] = await Promise.all([
    readOrders(database('order')),
    readPayments(database('payment')),
    readPlans(database('subscription')),
    readShipments(database('fulfilment')),
    readPlanLog(database('subscription-logs')),
    readProgress(database('achievement')),
    readMails(database('notification')),
  ])
  return { orders, payments, plans, shipments, planLog, progress, mails }
}
