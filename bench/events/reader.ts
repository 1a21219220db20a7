/** The consuming service of a pair: achievement, which counts each saved target in one idempotent write. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Consumer,
  type Handlers,
  startConsumer,
  subscriptionsOf,
} from '../../packages/messaging/src/index.ts'
import { ensureIndexes } from '../../packages/service-kit/src/index.ts'
import { createProgressModel, type ProgressModel } from '../../services/achievement/src/progress.model.ts'
import { createRecorder, type RecordThings } from '../../services/achievement/src/record-things.ts'
import { countContact } from '../../services/achievement/src/use-cases/count-contact.ts'
import { answerCalls } from '../helper-process.ts'
import { percentiles } from '../percentiles.ts'
import { connectAs, type Place } from './service.ts'

const patienceMs = 120_000
const pollMs = 5

let base: Awaited<ReturnType<typeof connectAs>>
let progress: ProgressModel
let record: RecordThings
let consumer: Consumer | undefined
const handled = new Map<string, number>()
let lastAt = 0

const nothing = async () => undefined
const handlers: Handlers<'achievement'> = {
  ...(Object.fromEntries(
    subscriptionsOf('achievement').map(({ event }) => [event, nothing]),
  ) as unknown as Handlers<'achievement'>),
  'contact-saved': async ({ data, time }) => {
    await countContact(data, { record })
    lastAt = Date.now()
    if (!handled.has(data.contactId)) handled.set(data.contactId, lastAt - time.getTime())
  },
}

const work = {
  async connect(place: Place): Promise<void> {
    base = await connectAs('achievement', place)
    progress = createProgressModel(base.connection)
    record = createRecorder(progress)
    await ensureIndexes(base.connection)
  },
  async consume(_: object): Promise<void> {
    handled.clear()
    consumer = await startConsumer({ ...base, service: 'achievement', handlers })
  },
  /** Waits until this many events were handled; returns the time of the last one, and the delivery times of the events. */
  async until({ count }: { count: number }) {
    const end = Date.now() + patienceMs
    while (handled.size < count) {
      if (Date.now() > end) throw new Error(`${handled.size} of ${count} events were handled in time`)
      await sleep(pollMs)
    }
    await consumer?.stop()
    const counted = await progress.countDocuments({})
    const { p50Ms, p99Ms } = percentiles([...handled.values()])
    return { lastAt, counted, p50Ms, p99Ms }
  },
}
export type ReaderWork = typeof work
answerCalls(work)
