import type { Express, RequestHandler, Response } from 'express'
import type { Connection } from 'mongoose'
import { Gauge } from 'prom-client'
import type { Logger } from '../ops/log.ts'

// The literal value, because the gateway loads this module but not Mongoose.
const disconnecting = 3 satisfies Connection['readyState']

/**
 * How long a heartbeat may take before the server counts as unavailable: the driver itself waits for 5 s, and a server on a
 * busy host may need a second. The 2 s are counted in steps, because a host that stands still, as a virtual machine that is
 * moved, also stops the server: it passes as one step.
 */
const stepMs = 500
const maxSteps = 4

const unavailableGauge = new Gauge({
  name: 'database_unavailable',
  help: '1 while the database does not answer',
})
unavailableGauge.set(0)

/** Knows whether the database answers, and refuses calls that would only wait for it. */
interface DatabaseGuard {
  /** Passes a call on or refuses it: at once if the database is unavailable, or later if it fails during the call. */
  pass(call: { res: Response; proceed: () => void; refuse: () => void }): void
}

/**
 * Listens to the driver's own heartbeats, two a second: the database is unavailable while no writable server answers
 * them within 2 s. A server that is down is therefore detected at once, and one that hangs within 2.5 s.
 */
function createDatabaseGuard(connection: Connection, log: Logger): DatabaseGuard {
  const refusals = new Set<() => void>()
  const writable = new Set<string>()
  const timers = new Map<string, NodeJS.Timeout>()
  let isUnavailable = false

  const markLost = (address: string, why: string) => {
    writable.delete(address)
    // This process is disconnecting: an interrupted heartbeat means nothing then.
    if (connection.readyState === disconnecting) return
    if (writable.size > 0 || isUnavailable) return
    isUnavailable = true
    unavailableGauge.set(1)
    log.error(
      { why, runningCalls: refusals.size },
      'the database is unavailable: calls are refused until it answers',
    )
    for (const refuse of refusals) refuse()
    refusals.clear()
  }
  const markWritable = (address: string) => {
    writable.add(address)
    if (!isUnavailable) return
    isUnavailable = false
    unavailableGauge.set(0)
    log.info('the database is available again')
  }
  const stopWaiting = (address: string) => {
    clearInterval(timers.get(address))
    timers.delete(address)
  }
  const wait = (address: string) => {
    stopWaiting(address)
    // An answer that has arrived counts, even if a busy process has not read it yet.
    let steps = 0
    const timer = setInterval(() => {
      if (++steps === maxSteps)
        setImmediate(() => timers.get(address) === timer && markLost(address, 'no answer'))
    }, stepMs)
    timers.set(address, timer.unref())
  }

  connection
    .getClient()
    .on('serverHeartbeatStarted', ({ connectionId }) => wait(connectionId))
    .on('serverHeartbeatSucceeded', ({ connectionId, reply }) => {
      stopWaiting(connectionId)
      if (reply.isWritablePrimary) markWritable(connectionId)
      else if (writable.has(connectionId)) markLost(connectionId, 'no primary any more')
    })
    .on('serverHeartbeatFailed', ({ connectionId, failure }) => {
      stopWaiting(connectionId)
      markLost(connectionId, failure.message)
    })

  return {
    pass({ res, proceed, refuse }) {
      if (isUnavailable) return refuse()
      refusals.add(refuse)
      res.once('close', () => refusals.delete(refuse))
      proceed()
    },
  }
}

/** Makes an app from createHttpApp refuse its calls while the database is unavailable. */
export function guardDatabase(app: Express, connection: Connection, log: Logger): void {
  app.locals.databaseGuard = createDatabaseGuard(connection, log)
}

/** Refuses calls while the database of `guardDatabase` is unavailable; an app without `guardDatabase` passes all calls. */
export function passDatabaseGuard(refuse: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const guard = req.app.locals.databaseGuard as DatabaseGuard | undefined
    if (guard === undefined) return next()
    guard.pass({ res, proceed: () => next(), refuse: () => void refuse(req, res, next) })
  }
}
