import type { Channel } from 'amqplib'
import type { Logger } from 'pino'
import type { Broker } from './broker.ts'
import type { Rest } from './rest.ts'

interface KeepConsumingOptions {
  broker: Broker
  rest: Rest
  log: Logger
  /** Begins to consume on a channel; answers how that ends. */
  begin: (channel: Channel) => Promise<() => Promise<unknown>>
  /** Resolves when what was taken from the queues is done. */
  done: () => Promise<unknown>
}

/**
 * Consumes on whichever channel there is, except during a rest: then the broker has no consumer here, and what
 * was taken before is done. `stop` ends both.
 */
export async function keepConsuming({
  broker,
  rest,
  log,
  begin,
  done,
}: KeepConsumingOptions): Promise<() => Promise<void>> {
  let channel: Channel | null = null
  let consuming: { on: Channel; cancel: () => Promise<unknown> } | null = null
  let stopped = false

  const start = async () => {
    if (channel === null || channel === consuming?.on || rest.isOn || stopped) return
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
  const inTurn = (work: () => Promise<void>) => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }
  const pause = async () => {
    await inTurn(cancel)
    await done()
  }
  const leave = rest.join({
    pause,
    // What fails here ends the channel, and the next one consumes.
    resume: () => void inTurn(start).catch((error) => log.warn({ err: error }, 'not consuming yet')),
  })

  await broker.onConnect(async (fresh) => {
    channel = fresh
    await inTurn(start)
  })
  return async () => {
    leave()
    stopped = true
    await pause()
  }
}
