import type { Channel } from 'amqplib'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import type { EventPause } from './event-pause.ts'

interface KeepConsumingOptions {
  broker: Broker
  eventPause: EventPause
  log: Logger
  /** Starts consuming on a channel; resolves with a function that cancels the consumers. */
  begin: (channel: Channel) => Promise<() => Promise<unknown>>
  /** Resolves when all received messages are done. */
  done: () => Promise<unknown>
}

/** Consumers that outlive their channels. */
interface KeptConsumers {
  start(): Promise<void>
  /** Cancels the consumers until `release`; messages that were already received are still handled. */
  hold(): Promise<void>
  release(): Promise<void>
  /** Cancels the consumers permanently, and resolves when the received messages are done. */
  stop(): Promise<void>
}

/**
 * Keeps consumers running on the current channel, except while held and during an event pause: then this process has no
 * consumers at the broker. The pause has begun when the messages received before are done.
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
    // If this fails, the channel is closed and has no consumers any more.
    await cancel?.().catch(() => undefined)
  }
  // Serialized, because a pause can begin and end while the broker still answers the previous request.
  let previous = Promise.resolve()
  const serialize = (work: () => Promise<void>) => {
    const result = previous.then(work)
    previous = result.catch(() => undefined)
    return result
  }
  const pause = async () => {
    await serialize(cancel)
    await done()
  }
  const leave = eventPause.join({
    pause,
    // A failure here closes the channel; consuming starts again on the next one.
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
