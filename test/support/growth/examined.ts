import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'

/** What the database examined: index keys, and documents. */
export interface Examined {
  keys: number
  documents: number
}

const deadlineMs = 120_000

/**
 * Counts what a stack's database examines, by its own counters. They cover all of its clients and do not change while
 * it is idle, so the difference between two reads is what a call caused in every service.
 */
export async function createExaminer({ mongodbUri }: Pick<Stack, 'mongodbUri'>) {
  const mongo = await new MongoClient(mongodbUri).connect()
  const read = async (): Promise<Examined> => {
    const { metrics } = await mongo.db('admin').command({ serverStatus: 1 })
    const { scanned, scannedObjects } = metrics.queryExecutor
    return { keys: Number(scanned), documents: Number(scannedObjects) }
  }
  let last = await read()
  /** The counters once they have not changed for this time. @throws when they keep changing */
  const readAtRest = async (restMs: number): Promise<Examined> => {
    const end = Date.now() + deadlineMs
    for (;;) {
      await sleep(restMs)
      const before = last
      last = await read()
      if (last.keys === before.keys && last.documents === before.documents) return last
      if (Date.now() > end) throw new Error('the database never rests')
    }
  }
  return {
    /** What the database examined for some work and everything that follows from it, until it is idle. */
    async during<T>(work: () => Promise<T>, restMs = 25): Promise<Examined & { answer: T }> {
      const before = await readAtRest(restMs)
      const answer = await work()
      const after = await readAtRest(restMs)
      return { answer, keys: after.keys - before.keys, documents: after.documents - before.documents }
    },
    close: () => mongo.close(),
  }
}
export type Examiner = Awaited<ReturnType<typeof createExaminer>>
