import type { ServiceName } from '@prankpost/contracts'
import { connectBroker } from '../../packages/messaging/src/index.ts'
import { connectDatabase, createLogger } from '../../packages/service-kit/src/index.ts'

/** The databases and queues of the two services of the bench, separate from those of the stack. */
export interface Place {
  mongodbUri: string
  databasePrefix: string
  amqpUrl: string
  queuePrefix: string
}

/** Connects as the service does. */
export async function connectAs(service: ServiceName, place: Place) {
  const { mongodbUri, databasePrefix, amqpUrl: url, queuePrefix } = place
  const log = createLogger(service, 'warn')
  const [connection, broker] = await Promise.all([
    connectDatabase(service, { MONGODB_URI: mongodbUri, DATABASE_PREFIX: databasePrefix }),
    connectBroker({ url, queuePrefix, clientName: `bench ${service}`, log }),
  ])
  return { connection, broker, log, queuePrefix }
}
