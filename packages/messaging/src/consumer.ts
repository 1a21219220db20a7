import { setTimeout as sleep } from 'node:timers/promises'
import { type EventName, type EventReadBy, NewerEventVersion, type ServiceName } from '@prankpost/contracts'
import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import { checkpoint } from './checkpoint.ts'
import { type CloudEvent, cloudEventsContentType, fromWire } from './cloud-event.ts'
import { Poison } from './errors.ts'
import { keepConsuming } from './keep-consuming.ts'
import { consumedTotal, eventLagSeconds, handlerSeconds } from './metrics.ts'
import { processRest, type Rest } from './rest.ts'
import { brokerNames, rungAfter } from './topology.ts'
import { inConsumerSpan } from './trace.ts'

/** Reacts to one event. It may see the event twice, late, or before its forerunner (then: throw NotYet). */
export type Handler<N extends EventName> = (event: CloudEvent<N>) => Promise<void>

/** The message map of a service: a handler for each event that the contract says it reads, and no other. */
export type Handlers<S extends ServiceName> = { [N in EventReadBy<S>]: Handler<N> }

export interface ConsumerOptions<S extends ServiceName> {
  service: S
  handlers: Handlers<S>
  broker: Broker
  log: Logger
  queuePrefix?: string
  /**
   * Unacknowledged deliveries per queue, and so handlers at work at once; more than what may wait for company at all
   * steps of a handler together, so that one of them is always full in a crowd and goes on. Default 64.
   */
  prefetch?: number
  /**
   * Whether an error says that a resource is away (a database, say) rather than that this message
   * failed: the message is then held and tried again here, and does not climb the ladder.
   */
  isOutage?: (error: unknown) => boolean
  /** Pause between two tries while a resource is away; default 1 s. */
  outagePauseMs?: number
  /** While it is on nothing is taken from the queues; default: that of the process. */
  rest?: Rest
}

export interface Consumer {
  /** Takes no further messages and resolves when those at work are done and acknowledged. */
  stop(): Promise<void>
}

/**
 * Consumes the service's queues. A message is acknowledged after its handler is done; a failed one
 * climbs the retry ladder and ends in its dead-letter queue with the reason.
 */
export async function startConsumer<S extends ServiceName>({
  service,
  handlers,
  broker,
  log,
  queuePrefix = '',
  prefetch = 64,
  isOutage = () => false,
  outagePauseMs = 1_000,
  rest = processRest,
}: ConsumerOptions<S>): Promise<Consumer> {
  const names = brokerNames(queuePrefix)
  for (const event of Object.keys(handlers)) {
    // Shown from the start, so that the first of them is seen as one more.
    consumedTotal.inc({ event, outcome: 'dead' }, 0)
    eventLagSeconds.zero({ event })
  }
  const byName = new Map(Object.entries(handlers) as [EventName, Handler<EventName>][])
  const atWork = new Set<Promise<void>>()
  const stopping = new AbortController()

  const handle = async (event: EventName, message: ConsumeMessage) => {
    const parsed = parse(event, message)
    const handler = byName.get(event)
    if (handler === undefined) throw new Poison(`no handler for ${event}`)
    const done = handlerSeconds.startTimer({ event })
    await inConsumerSpan({ service, event, subject: parsed.subject }, parsed.traceparent, () =>
      handler(parsed),
    )
    done()
    eventLagSeconds.observe({ event }, (Date.now() - parsed.time.getTime()) / 1000)
  }

  const handleThroughOutages = async (event: EventName, message: ConsumeMessage) => {
    for (;;) {
      try {
        return await handle(event, message)
      } catch (error) {
        if (!isOutage(error) || stopping.signal.aborted) throw error
        log.warn(
          { event, messageId: message.properties.messageId, err: error },
          'held while a resource is away',
        )
        await sleep(outagePauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const giveBack = async (event: EventName, message: ConsumeMessage, error: unknown) => {
    const queue = names.queue(service, event)
    const failures = Number(message.properties.headers?.['x-failures'] ?? 0) + 1
    const rung = error instanceof Poison ? null : rungAfter(failures)
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const headers = {
      ...message.properties.headers,
      'x-failures': failures,
      'x-reason': reason.slice(0, 1_000),
      'x-failed-at': new Date().toISOString(),
      'x-queue': queue,
    }
    const level = rung === null ? 'error' : failures > 3 ? 'warn' : 'info'
    log[level](
      { event, messageId: message.properties.messageId, failures, rung, err: error },
      'event not handled',
    )
    const [exchange, key] = rung
      ? [names.retry(service, rung), queue]
      : [names.dead(service), names.deadQueue(queue)]
    await broker.publish(exchange, key, message.content, {
      messageId: String(message.properties.messageId),
      contentType: cloudEventsContentType,
      headers,
    })
    checkpoint(`consume:given-back ${event}`)
    consumedTotal.inc({ event, outcome: rung ? 'retried' : 'dead' })
  }

  const receive = async (channel: Channel, event: EventName, message: ConsumeMessage) => {
    try {
      checkpoint(`consume:received ${event}`)
      await handleThroughOutages(event, message)
      consumedTotal.inc({ event, outcome: 'handled' })
      checkpoint(`consume:handled ${event}`)
    } catch (error) {
      // While stopping, an unacknowledged message simply goes to the next process.
      if (stopping.signal.aborted && isOutage(error)) return
      await giveBack(event, message, error)
    }
    channel.ack(message)
  }

  // Neither handled nor given back: the broker delivers it again, at once when the channel is already gone.
  const leaveToBroker = async (
    channel: Channel,
    event: EventName,
    message: ConsumeMessage,
    error: unknown,
  ) => {
    log.warn({ event, err: error }, 'delivery left to the broker')
    await sleep(outagePauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
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
            leaveToBroker(channel, event, message, error),
          )
          atWork.add(work)
          void work.finally(() => atWork.delete(work))
        })
        return consumerTag
      }),
    )
    return () => Promise.all(tags.map((tag) => channel.cancel(tag)))
  }

  const stop = await keepConsuming({ broker, rest, log, begin, done: () => Promise.all(atWork) })
  return {
    stop() {
      stopping.abort()
      return stop()
    },
  }
}

function parse(event: EventName, message: ConsumeMessage): CloudEvent<EventName> {
  try {
    return fromWire(event, message.content)
  } catch (error) {
    // During an update: on the ladder it waits for a replica that can read it.
    if (error instanceof NewerEventVersion) throw error
    throw new Poison(`not a valid ${event}: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}
