import type { ServiceName } from '@prankpost/contracts'
import { connectDatabase, ensureIndexes } from '../../packages/service-kit/src/index.ts'
import { type Contact, createContactModel } from '../../services/contact/src/contact.model.ts'
import { createShipmentModel, type Shipment } from '../../services/fulfilment/src/shipment.model.ts'
import { createOrderModel, type Order } from '../../services/order/src/order.model.ts'
import { createDayModel } from '../../services/reporting/src/day.model.ts'
import { createPlanModel as createReportedPlanModel } from '../../services/reporting/src/plan.model.ts'
import { createPurchaseModel } from '../../services/reporting/src/purchase.model.ts'
import { createPlanModel, type Plan } from '../../services/subscription/src/plan.model.ts'
import { createLogModel, type LogEntry } from '../../services/subscription-logs/src/log.model.ts'
import { createMessageModel, type Message } from '../../services/support/src/message.model.ts'
import { createBatchWriter } from './batch-writer.ts'

type Connection = Awaited<ReturnType<typeof connectDatabase>>

/** The location of a stack's databases. */
export interface Databases {
  mongodbUri: string
  databasePrefix: string
}

/** The writer of each collection, with its service's model and that model's indexes. */
export type Writers = Awaited<ReturnType<typeof openWriters>>['writers']

/** Opens the databases of all services that are filled. The caller closes them with `close`. */
export async function openWriters({ mongodbUri, databasePrefix }: Databases) {
  const connections: Connection[] = []
  const open = async <M>(service: ServiceName, create: (connection: Connection) => M) => {
    const settings = { MONGODB_URI: mongodbUri, DATABASE_PREFIX: databasePrefix }
    const connection = await connectDatabase(service, settings)
    connections.push(connection)
    const model = create(connection)
    await ensureIndexes(connection)
    return model
  }
  const plans = await open('subscription', createPlanModel)
  const orders = await open('order', createOrderModel)
  return {
    plans,
    orders,
    figures: {
      purchases: await open('reporting', createPurchaseModel),
      plans: await open('reporting', createReportedPlanModel),
      days: await open('reporting', createDayModel),
    },
    writers: {
      plans: createBatchWriter<Plan>(plans),
      orders: createBatchWriter<Order>(orders),
      shipments: createBatchWriter<Shipment>(await open('fulfilment', createShipmentModel)),
      logs: createBatchWriter<LogEntry>(await open('subscription-logs', createLogModel)),
      contacts: createBatchWriter<Contact>(await open('contact', createContactModel)),
      messages: createBatchWriter<Message>(await open('support', createMessageModel)),
    },
    close: () => Promise.all(connections.map((connection) => connection.close())),
  }
}
