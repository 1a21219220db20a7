import type { Logger } from 'pino'
import { startAlarm } from '../alarm.ts'
import type { Delivery, EventLog, StoredEvent } from './event-log.ts'
import { createPoster, type WebhookTarget } from './post.ts'

const concurrency = 32
const maxWaiting = 5_000
const giveUpAfterMs = 3 * 86_400_000

interface Job {
  event: Pick<StoredEvent, '_id' | 'type' | 'createdAt' | 'body'>
  copy: number
  delivery: Delivery
}

/** The backoff after `attempts` failures: 1 s, 2 s, 4 s ... up to one minute. */
export function backoffMs(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), 60_000)
}

/**
 * Sends events until the shop answers 2xx, for three days, at most 32 at a time. Pending deliveries are in the log,
 * so a restart continues them; memory holds only those that are due now.
 */
export function startSender(log: EventLog, target: WebhookTarget, logger: Logger) {
  const poster = createPoster(target, concurrency)
  const waiting: Job[] = []
  // Deliveries that are waiting, in progress or being recorded: the log still lists them as due, but they must not
  // be sent twice.
  const claimed = new Set<string>()
  // Deliveries recorded while the log was being read: the result may still list them as due.
  let recordedMeanwhile: string[] | null = null
  const running = new Set<Promise<void>>()
  let isStopped = false

  const alarm = startAlarm(sendDue, (error) => logger.error({ err: error }, 'reading due webhooks failed'))

  async function sendDue(): Promise<Date> {
    const now = new Date()
    const limit = claimed.size + 200
    const recorded: string[] = []
    recordedMeanwhile = recorded
    try {
      const dueEvents = await log.due(now, limit)
      for (const event of dueEvents) enqueue(event, now)
      // A full page means that there are more: read again when some are done.
      if (dueEvents.length === limit) return new Date(Date.now() + 100)
    } finally {
      for (const key of recorded) claimed.delete(key)
      recordedMeanwhile = null
    }
    return new Date(Date.now() + 1000)
  }

  /** Queues the due deliveries of an event, and schedules the others. */
  function enqueue(event: StoredEvent, now: Date): void {
    for (const [copy, delivery] of event.deliveries.entries()) {
      const key = `${event._id}:${copy}`
      if (delivery.state !== 'pending' || !delivery.nextAttemptAt || claimed.has(key)) continue
      if (delivery.nextAttemptAt <= now && claimed.size < maxWaiting) {
        claimed.add(key)
        waiting.push({ event, copy, delivery })
        continue
      }
      const inOneSecond = new Date(now.getTime() + 1000)
      alarm.wakeBy(delivery.nextAttemptAt > now ? delivery.nextAttemptAt : inOneSecond)
    }
    pump()
  }

  function pump(): void {
    while (!isStopped && running.size < concurrency) {
      const job = waiting.shift()
      if (!job) return
      const run: Promise<void> = attempt(job).finally(() => {
        running.delete(run)
        pump()
      })
      running.add(run)
    }
  }

  async function attempt({ event, copy, delivery }: Job): Promise<void> {
    const { status, error } = await poster.post(event.body)
    const after = outcome(event, delivery, status, error, new Date())
    const facts = { event: event._id, type: event.type, attempt: after.attempts, status, error }
    if (after.state === 'succeeded') logger.debug(facts, 'webhook delivered')
    else logger.warn({ ...facts, nextAttemptAt: after.nextAttemptAt }, 'webhook not accepted')

    try {
      await log.saveOutcome(event._id, copy, after)
      if (after.nextAttemptAt) alarm.wakeBy(after.nextAttemptAt)
    } catch (reason) {
      logger.error({ err: reason, event: event._id }, 'recording a webhook failed; it will be sent again')
      alarm.wakeBy(new Date(Date.now() + 1000))
    } finally {
      const key = `${event._id}:${copy}`
      if (recordedMeanwhile) recordedMeanwhile.push(key)
      else claimed.delete(key)
    }
  }

  return {
    /** Starts the due deliveries of these logged events without waiting; later ones are read from the log. */
    send: (events: StoredEvent[]): void => {
      for (const event of events) enqueue(event, new Date())
    },
    /** Reads due deliveries from the log. */
    wake: () => alarm.wakeBy(new Date()),
    /** Waits up to two seconds for deliveries in progress; the others are sent after the next start. */
    stop: async () => {
      isStopped = true
      await alarm.stop()
      const tooLong = setTimeout(poster.close, 2000)
      await Promise.allSettled(running)
      clearTimeout(tooLong)
      poster.close()
    },
  }
}

function outcome(
  event: Job['event'],
  delivery: Delivery,
  status: number | null,
  error: string | null,
  now: Date,
): Delivery {
  const attempts = delivery.attempts + 1
  const result = { attempts, lastStatus: status, lastError: error }
  if (status !== null && status >= 200 && status < 300)
    return { ...result, state: 'succeeded', deliveredAt: now }

  const nextAttemptAt = new Date(now.getTime() + backoffMs(attempts))
  const isOver = nextAttemptAt.getTime() - event.createdAt.getTime() > giveUpAfterMs
  return isOver
    ? { ...result, state: 'failed', deliveredAt: null }
    : { ...result, state: 'pending', deliveredAt: null, nextAttemptAt }
}
