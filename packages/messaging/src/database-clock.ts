import type { Connection } from 'mongoose'

const measureEveryMs = 60_000

/** How many milliseconds the server's clock is ahead of this host's. */
const offsets = new WeakMap<Connection, number>()

/**
 * The time of the database server. Several hosts set and compare leases, and their clocks may differ: a lease set by a
 * clock that is ahead would last too long after a crash, and one set by a clock that is behind would have no effect.
 * Without `followDatabaseClock` it is this host's time.
 */
export const databaseNow = (connection: Connection): Date =>
  new Date(Date.now() + (offsets.get(connection) ?? 0))

/** Measures the server's clock now and every minute until the connection closes. @throws when the database is unavailable */
export async function followDatabaseClock(connection: Connection): Promise<void> {
  await measure(connection)
  // While the database is unavailable, the last measured difference is used.
  const timer = setInterval(() => measure(connection).catch(() => undefined), measureEveryMs).unref()
  connection.once('close', () => clearInterval(timer))
}

async function measure(connection: Connection): Promise<void> {
  const sentAt = Date.now()
  const answers = connection.db?.aggregate<{ now: Date }>([
    { $documents: [{}] },
    { $project: { now: '$$NOW' } },
  ])
  const answer = await answers?.next()
  if (answer) offsets.set(connection, answer.now.getTime() - (sentAt + Date.now()) / 2)
}
