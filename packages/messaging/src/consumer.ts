import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, type EventReadBy, NewerEventVersion, type ServiceName } from '@prankpost/contracts'
import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import { checkpoint } from './checkpoint.ts'
import { type CloudEvent, cloudEventsContentType, fromWire } from './cloud-event.ts'
import { Poison } from './errors.ts'
import { type EventPause, processEventPause } from './event-pause.ts'
import { failedMessage } from './failed-message.ts'
import { keepConsuming } from './keep-consuming.ts'
import { consumedTotal, eventLagSeconds, handlerSeconds } from './metrics.ts'
import { measureQueues } from './queue-metrics.ts'
import { brokerNames } from './topology.ts'
import { inConsumerSpan } from './trace.ts'
import { createUnhandled } from './unhandled.ts'

/** Handles one event. It may be delivered twice, late, or before an event that it depends on (then: throw NotYet). */
export type Handler<N extends EventName> = (event: CloudEvent<N>) => Promise<void>

/** The message map of a service: one handler for each event that it reads according to the contract. */
export type Handlers<S extends ServiceName> = { [N in EventReadBy<S>]: Handler<N> }

/** Unacknowledged deliveries per queue, which is also the number of handlers that run at once. */
const prefetch = 64

export interface ConsumerOptions<S extends ServiceName> {
  service: S
  handlers: Handlers<S>
  broker: Broker
  log: Logger
  queuePrefix?: string
  /**
   * Whether the service's own database answers. While it does not, messages stay in their queues, where no consumer
   * timeout applies, and a message whose handler failed does not use up a retry. Default: it always answers.
   */
  databaseAnswers?: () => Promise<boolean>
  /** Pause between two checks of a database that is down, and before a failed delivery is requeued; default 1 s. */
  outagePauseMs?: number
  /** While this pause is on, nothing is consumed; default: the pause of the process. */
  eventPause?: EventPause
}

export interface Consumer {
  /** Stops consuming, and resolves when all running handlers have finished and their messages are acknowledged. */
  stop(): Promise<void>
}

/**
 * Consumes the service's queues. A message is acknowledged after its handler has finished, or after the broker has
 * confirmed its copy: a failed message goes through the retry stages and then to its dead-letter queue with the reason.
 * A failure does not count while the service's own database is down.
 */
export async function startConsumer<S extends ServiceName>({
  service,
  handlers,
  broker,
  log,
  queuePrefix = '',
  databaseAnswers = async () => true,
  outagePauseMs = 1_000,
  eventPause = processEventPause,
}: ConsumerOptions<S>): Promise<Consumer> {
  const names = brokerNames(queuePrefix)
  const byName = new Map(Object.entries(handlers) as [EventName, Handler<EventName>][])
  for (const event of byName.keys()) {
    // Exported from the start, so that `increase()` also counts the first one.
    consumedTotal.inc({ event, outcome: 'dead' }, 0)
    eventLagSeconds.zero({ event })
  }
  const unhandled = createUnhandled()
  const stopMeasuring = measureQueues({ service, events: [...byName.keys()], broker, queuePrefix, unhandled })
  const inProgress = new Set<Promise<void>>()
  const stopping = new AbortController()
  const pause = () => sleep(outagePauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)

  const handle = async (event: EventName, message: ConsumeMessage) => {
    const parsed = parse(event, message)
    const handler = byName.get(event)
    if (handler === undefined) throw new Poison(`no handler for ${event}`)
    unhandled.received(idOf(message), event, parsed.time)
    const done = handlerSeconds.startTimer({ event })
    await inConsumerSpan({ service, event, subject: parsed.subject }, parsed.traceparent, () =>
      handler(parsed),
    )
    done()
    unhandled.done(idOf(message))
    eventLagSeconds.observe({ event }, (Date.now() - parsed.time.getTime()) / 1000)
  }

  // Every message that fails while the database is down is requeued and waits there.
  let databaseIsDown = false
  const waitForDatabase = async () => {
    databaseIsDown = true
    log.error('the database does not answer: messages stay in their queues until it does')
    await consuming.hold()
    while (!stopping.signal.aborted && !(await databaseAnswers())) await pause()
    databaseIsDown = false
    unhandled.released()
    await consuming.release()
    log.info('the database answers: messages are consumed again')
  }
  const isHeld = async (error: unknown) => {
    if (error instanceof Poison) return false
    if (!databaseIsDown && (await databaseAnswers())) return false
    if (!databaseIsDown) {
      waitForDatabase().catch((failure) => log.warn({ err: failure }, 'not consuming yet'))
    }
    return true
  }

  const requeue = async (event: EventName, message: ConsumeMessage, error: unknown) => {
    const queue = names.queue(service, event)
    const held = await isHeld(error)
    const { failures, stage, headers } = failedMessage(message, error, { queue, down: held })
    const level = stage === null ? 'error' : held || failures > 3 ? 'warn' : 'info'
    log[level](
      { event, messageId: idOf(message), failures, held, stage: stage?.name ?? null, err: error },
      'event not handled',
    )
    const [exchange, key] = stage
      ? [names.retry(service, stage.name), queue]
      : [names.dead(service), names.deadQueue(queue)]
    await broker.publish(exchange, key, message.content, {
      messageId: idOf(message),
      contentType: cloudEventsContentType,
      headers,
    })
    checkpoint(`consume:copy-published ${event}`)
    if (held) unhandled.held(idOf(message))
    else if (stage) unhandled.waits(idOf(message), stage.delayMs)
    else unhandled.done(idOf(message))
    consumedTotal.inc({ event, outcome: held ? 'held' : stage ? 'retried' : 'dead' })
  }

  const receive = async (channel: Channel, event: EventName, message: ConsumeMessage) => {
    try {
      checkpoint(`consume:received ${event}`)
      await handle(event, message)
      consumedTotal.inc({ event, outcome: 'handled' })
      checkpoint(`consume:handled ${event}`)
    } catch (error) {
      await requeue(event, message, error)
    }
    channel.ack(message)
  }

  // The message was neither handled nor requeued by us: the broker redelivers it, at once if the channel is closed.
  const requeueAtBroker = async (
    channel: Channel,
    event: EventName,
    message: ConsumeMessage,
    error: unknown,
  ) => {
    log.warn({ event, err: error }, 'the broker will redeliver the message')
    unhandled.waits(idOf(message), outagePauseMs)
    await pause()
    try {
      channel.nack(message)
    } catch {
      // The channel is closed, and its unacknowledged messages are back in the queue.
    }
  }

  const begin = async (channel: Channel) => {
    await channel.prefetch(prefetch)
    const tags = await Promise.all(
      [...byName.keys()].map(async (event) => {
        const { consumerTag } = await channel.consume(names.queue(service, event), (message) => {
          if (message === null) return void channel.close().catch(() => undefined)
          const work = receive(channel, event, message).catch((error) =>
            requeueAtBroker(channel, event, message, error),
          )
          inProgress.add(work)
          void work.finally(() => inProgress.delete(work))
        })
        return consumerTag
      }),
    )
    return () => Promise.all(tags.map((tag) => channel.cancel(tag)))
  }

  const consuming = keepConsuming({ broker, eventPause, log, begin, done: () => Promise.all(inProgress) })
  await consuming.start()
  return {
    async stop() {
      stopping.abort()
      await consuming.stop()
      stopMeasuring()
    },
  }
}

const idOf = ({ properties }: ConsumeMessage) => String(properties.messageId)

function parse(event: EventName, message: ConsumeMessage): CloudEvent<EventName> {
  try {
    return fromWire(event, message.content)
  } catch (error) {
    // During an update the message waits on the retry stages until a replica can read it.
    if (error instanceof NewerEventVersion) throw error
    throw new Poison(`not a valid ${event}: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}
