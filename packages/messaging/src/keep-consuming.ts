import type { Channel } from 'amqplib'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import type { EventPause } from './event-pause.ts'

interface KeepConsumingOptions {
  broker: Broker
  eventPause: EventPause
  log: Logger
  /** Begins to consume on a channel; answers how that ends. */
  begin: (channel: Channel) => Promise<() => Promise<unknown>>
  /** Resolves when what was taken from the queues is done. */
  done: () => Promise<unknown>
}

/** Consumers that outlive their channels. */
interface KeptConsumers {
  start(): Promise<void>
  /** Cancels them until `release`; what was taken before is still handled. */
  hold(): Promise<void>
  release(): Promise<void>
  /** Cancels them for good and resolves when what was taken before is done. */
  stop(): Promise<void>
}

/**
 * Consumes on whichever channel there is, except while held and during a rest: then the broker has no consumer
 * here. A rest begins once what was taken before is done.
 */
export function keepConsuming({ broker, eventPause, log, begin, done }: KeepConsumingOptions): KeptConsumers {
  let channel: Channel | null = null
  let consuming: { on: Channel; cancel: () => Promise<unknown> } | null = null
  let isHeld = false
  let stopped = false

  const start = async () => {
    if (channel === null || channel === consuming?.on || eventPause.isOn || isHeld || stopped) return
    consuming = { on: channel, cancel: await begin(channel) }
  }
  const cancel = async () => {
    const { cancel } = consuming ?? {}
    consuming = null
    // A lost channel has no consumers any more.
    await cancel?.().catch(() => undefined)
  }
  // One after the other: a rest can begin and end while the broker still answers to the last of it.
  let turn = Promise.resolve()
  const serialize = (work: () => Promise<void>) => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  const pause = async () => {
    await serialize(cancel)
    await done()
  }
  const leave = eventPause.join({
    pause,
    // What fails here ends the channel, and the next one consumes.
    resume: () => void serialize(start).catch((error) => log.warn({ err: error }, 'not consuming yet')),
  })

  return {
    start: () =>
      broker.onConnect(async (fresh) => {
        channel = fresh
        await serialize(start)
      }),
    hold() {
      isHeld = true
      return serialize(cancel)
    },
    release() {
      isHeld = false
      return serialize(start)
    },
    async stop() {
      leave()
      stopped = true
      await pause()
    },
  }
}
