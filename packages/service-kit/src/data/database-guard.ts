import type { Express, RequestHandler, Response } from 'express'
import type { Connection } from 'mongoose'
import { Gauge } from 'prom-client'
import type { Logger } from '../ops/log.ts'

// Its value is written here: the gateway loads this module, and not Mongoose.
const disconnecting = 3 satisfies Connection['readyState']

/** How long a heartbeat may take before the server counts as away. The driver itself waits for 5 s. */
const patienceMs = 750

const awayGauge = new Gauge({
  name: 'database_away',
  help: '1 while the database does not answer',
})
awayGauge.set(0)

/** Knows whether the database answers, and holds back the calls that would wait for it in vain. */
interface DatabaseGuard {
  isAway(): boolean
  /** Lets a call go on or refuses it: at once while the database is away, or later, when it goes away meanwhile. */
  pass(call: { res: Response; goOn: () => void; refuse: () => void }): void
}

/**
 * Listens to the driver's own heartbeats, two a second: while no server that takes writes answers them within
 * 0.75 s, the database is away. So a server that is gone is known at once, and one that hangs within 1.25 s.
 */
function createDatabaseGuard(connection: Connection, log: Logger): DatabaseGuard {
  const refusals = new Set<() => void>()
  const writable = new Set<string>()
  const timers = new Map<string, NodeJS.Timeout>()
  let away = false

  const lose = (address: string, why: string) => {
    writable.delete(address)
    // We leave it: a heartbeat that is cut short then says nothing.
    if (connection.readyState === disconnecting) return
    if (writable.size > 0 || away) return
    away = true
    awayGauge.set(1)
    log.error({ why, underWay: refusals.size }, 'the database is away: calls are refused until it answers')
    for (const refuse of refusals) refuse()
    refusals.clear()
  }
  const regain = (address: string) => {
    writable.add(address)
    if (!away) return
    away = false
    awayGauge.set(0)
    log.info('the database is back')
  }
  const stopWaiting = (address: string) => {
    clearTimeout(timers.get(address))
    timers.delete(address)
  }
  const wait = (address: string) => {
    stopWaiting(address)
    // An answer that is here already, and that a busy process has not come to read, counts.
    const timer = setTimeout(
      () => setImmediate(() => timers.has(address) && lose(address, 'no answer')),
      patienceMs,
    )
    timers.set(address, timer.unref())
  }

  connection
    .getClient()
    .on('serverHeartbeatStarted', ({ connectionId }) => wait(connectionId))
    .on('serverHeartbeatSucceeded', ({ connectionId, reply }) => {
      stopWaiting(connectionId)
      if (reply.isWritablePrimary) regain(connectionId)
      else if (writable.has(connectionId)) lose(connectionId, 'no primary any more')
    })
    .on('serverHeartbeatFailed', ({ connectionId, failure }) => {
      stopWaiting(connectionId)
      lose(connectionId, failure.message)
    })

  return {
    isAway: () => away,
    pass({ res, goOn, refuse }) {
      if (away) return refuse()
      refusals.add(refuse)
      res.once('close', () => refusals.delete(refuse))
      goOn()
    },
  }
}

/** Has an app made by createHttpApp refuse its calls while the database is away. */
export function guardDatabase(app: Express, connection: Connection, log: Logger): void {
  app.locals.databaseGuard = createDatabaseGuard(connection, log)
}

/** Refuses calls while the database of `guardDatabase` is away; apps without one let all pass. */
export function passDatabaseGuard(refuse: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const guard = req.app.locals.databaseGuard as DatabaseGuard | undefined
    if (guard === undefined) return next()
    guard.pass({ res, goOn: () => next(), refuse: () => void refuse(req, res, next) })
  }
}
