import type { Connection } from 'mongoose'

const measureEveryMs = 60_000

/** By how many milliseconds the server's clock is ahead of this host's. */
const offsets = new WeakMap<Connection, number>()

/**
 * The time of the database's server. Several hosts set and compare leases, and their clocks may differ: a lease by a
 * clock that is ahead would hold for too long after a crash, one by a clock that is behind would not hold at all.
 * Without `followDatabaseClock` it is this host's time.
 */
export const databaseNow = (connection: Connection): Date =>
  new Date(Date.now() + (offsets.get(connection) ?? 0))

/** Measures the server's clock now and then every minute, until the connection closes. @throws when the database is away */
export async function followDatabaseClock(connection: Connection): Promise<void> {
  await measure(connection)
  // While the database is away the last difference stands.
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
