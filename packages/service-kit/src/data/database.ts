import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@prankpost/contracts'
import { createFailureLog, followDatabaseClock } from '@prankpost/messaging'
import mongoose, { type Connection, type ConnectOptions, type Model, type Schema } from 'mongoose'
import { createLogger, type Logger } from '../ops/log.ts'
import { durableWriteConcern } from './write-concern.ts'

// Every write is checked against its schema, updates as well as inserts. A field that is not in the schema is an error
// and is not silently dropped. Empty objects and empty strings (of deleted customers) are normal values.
mongoose.set('runValidators', true)
mongoose.Schema.Types.String.checkRequired((value) => typeof value === 'string')
mongoose.plugin((schema: Schema) => {
  schema.set('strict', 'throw')
  schema.set('minimize', false)
})

/**
 * Opens the service's own database. Every write waits for the journal, so that an acknowledged write survives a kill.
 * Calls do not pile up: while the server is down they fail within a second, and if it accepts them and then hangs,
 * within about 5 s. `guardDatabase` listens to the heartbeats.
 */
export async function connectDatabase(
  service: ServiceName,
  { MONGODB_URI, DATABASE_PREFIX }: { MONGODB_URI: string; DATABASE_PREFIX: string },
  {
    monitorCommands = false,
    // A command of a person has no log of its own.
    log = createLogger(service, 'warn'),
  }: { monitorCommands?: boolean; log?: Logger } = {},
): Promise<Connection> {
  const connection = mongoose.createConnection()
  const options = {
    dbName: `${DATABASE_PREFIX}_${service.replaceAll('-', '_')}`,
    appName: service,
    serverSelectionTimeoutMS: 1_000,
    waitQueueTimeoutMS: 2_000,
    // After this time a heartbeat has failed, and with it all calls that still wait for the server.
    connectTimeoutMS: 5_000,
    heartbeatFrequencyMS: 500,
    serverMonitoringMode: 'poll',
    maxPoolSize: 20,
    minPoolSize: 1,
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
    // An optional field that is undefined is omitted, not stored as null.
    ignoreUndefined: true,
    monitorCommands,
  } as const
  await openWhenAvailable(connection, MONGODB_URI, { options, log })
  await followDatabaseClock(connection)
  return connection
}

/** At start the database may come up after the service, so this retries and logs why; another error is our mistake. */
async function openWhenAvailable(
  connection: Connection,
  uri: string,
  { options, log }: { options: ConnectOptions; log: Logger },
): Promise<void> {
  const logFailure = createFailureLog(log, 'the database cannot be reached; trying again')
  for (;;) {
    try {
      const writeConcern = await durableWriteConcern(uri)
      await connection.openUri(uri, { ...options, writeConcern })
      return
    } catch (error) {
      if (!(error instanceof Error) || !error.name.includes('ServerSelection')) throw error
      logFailure(error)
    }
  }
}

/** Creates the collections and indexes of the models; safe to repeat and to run in several replicas at once. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  await Promise.all(Object.values(connection.models).map((model) => model.createIndexes()))
}

/** Drops an index that an earlier version created and that no query needs any more. */
export async function dropFormerIndex(model: { collection: Model<unknown>['collection'] }, name: string) {
  await model.collection.dropIndex(name).catch((error: unknown) => {
    if (Object(error).codeName !== 'IndexNotFound') throw error
  })
}

/** Whether the database answers a ping within a second. */
export async function databaseAnswers(connection: Connection): Promise<boolean> {
  if (connection.db === undefined) return false
  const answered = connection.db
    .admin()
    .command({ ping: 1 })
    .then(
      () => true,
      () => false,
    )
  return Promise.race([answered, sleep(1_000, false, { ref: false })])
}
