import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Document, Model, PipelineStage } from 'mongoose'
import { Counter, Gauge } from 'prom-client'
import type { Logger } from './log.ts'
import { createMigrationModel, type MigrationState } from './migration.model.ts'
import type { Task } from './run-service.ts'
import { createSweep } from './sweep.ts'

/**
 * Brings all documents of a collection into a new form while the shop runs. Replicas of the version before run beside
 * those of this one for a while: until it is done both forms are written and read, so that either can.
 */
export interface Migration {
  /** Date and aim, such as `2026-11-21 parcel message`. A name is used once, and never changed. */
  name: string
  model: { collection: Model<unknown>['collection'] }
  /** Documents that have the old form, or that a replica of the version before changed after they had the new one. */
  isOld: Record<string, unknown>
  /** What MongoDB makes the new form with, from the document as it is at that moment. */
  update: PipelineStage.AddFields[] | PipelineStage.Unset[]
  /**
   * `while-running`: in the background. `before-start`: no replica takes up its work until it is done; with it a later
   * version forgets the old form, even where the version between was never run.
   */
  when: 'while-running' | 'before-start'
  /** Pause between two looks, 10 min by default: so long an update may take, in which older replicas still write. */
  settleMs?: number
}

const batchSize = 500
const leaseMs = 15_000
const defaultSettleMs = 10 * 60_000
const everyMs = 2_000

const migratedTotal = new Counter({
  name: 'migrated_documents_total',
  help: 'Documents brought into a new form, by migration',
  labelNames: ['migration'],
})
const pending = new Gauge({ name: 'migrations_pending', help: 'Migrations that are not done yet' })

export interface Migrations {
  /** Does what must be done before the service starts. */
  prepare(): Promise<void>
  /** Those that are done while it runs. */
  tasks: Task[]
}

/**
 * Runs migrations, one replica at a time, batch by batch in the order of `_id`. A batch is one conditional update, and
 * the position moves on after it: a crash costs a second look at a batch, which changes nothing any more. It looks
 * through the collection until a whole look changes nothing, some time after the start.
 */
export function createMigrations(
  migrations: readonly Migration[],
  { connection, log }: { connection: Connection; log: Logger },
): Migrations {
  const states = createMigrationModel(connection)
  const runs = migrations.map((migration) => ({ migration, step: createStep(migration, states, log) }))
  const of = (when: Migration['when']) => runs.filter(({ migration }) => migration.when === when)
  return {
    async prepare() {
      for (const { migration, step } of of('before-start')) {
        // Another replica may be at it: then this one waits.
        while ((await step()) !== 'done') await sleep(50)
        log.info({ migration: migration.name }, 'migrated')
      }
    },
    tasks: of('while-running').map(({ migration, step }) =>
      createSweep(`migration ${migration.name}`, everyMs, log, async () => (await step()) === 'more'),
    ),
  }
}

/** Makes what does one batch, if it is due and nobody else's turn, and says what is left to do. */
function createStep(migration: Migration, states: Model<MigrationState>, log: Logger) {
  const { name, isOld, update, when } = migration
  const { collection } = migration.model
  const settleMs = when === 'before-start' ? 0 : (migration.settleMs ?? defaultSettleMs)
  let isDone = false
  pending.inc()
  migratedTotal.inc({ migration: name }, 0)

  const finish = () => {
    isDone = true
    pending.dec()
    return 'done' as const
  }

  /** Pushes the next date ahead as it takes the turn, so that no other replica takes the same batch. */
  const takeTurn = async () => {
    const now = Date.now()
    const begin = {
      position: null,
      changed: 0,
      total: 0,
      startedAt: new Date(now),
      dueAt: new Date(0),
      doneAt: null,
    }
    await states.updateOne({ _id: name }, { $setOnInsert: begin }, { upsert: true })
    const due = { _id: name, doneAt: null, dueAt: { $lte: new Date(now) } }
    return states
      .findOneAndUpdate(due, { $set: { dueAt: new Date(now + leaseMs) } }, { returnDocument: 'after' })
      .lean()
  }

  const changeBatch = async (position: unknown): Promise<{ last: unknown; changed: number }> => {
    const after = position === null ? {} : { _id: { $gt: position as never } }
    const ids = await collection
      .find<Document>(after, { projection: { _id: 1 }, sort: { _id: 1 }, limit: batchSize })
      .toArray()
    const last = ids.at(-1)?._id
    if (last === undefined) return { last, changed: 0 }
    const { modifiedCount } = await collection.updateMany(
      { $and: [isOld, after, { _id: { $lte: last as never } }] },
      update as never,
    )
    return { last: ids.length < batchSize ? undefined : last, changed: modifiedCount }
  }

  return async (): Promise<'more' | 'later' | 'done'> => {
    if (isDone) return 'done'
    const turn = await takeTurn()
    if (turn === null) {
      const state = await states.findById(name).lean()
      return state?.doneAt ? finish() : 'later'
    }
    const { last, changed: inBatch } = await changeBatch(turn.position)
    migratedTotal.inc({ migration: name }, inBatch)
    const changed = turn.changed + inBatch
    const total = turn.total + inBatch
    // What begins right after the start cannot know what replicas of the version before still write.
    const hasSettled = Date.now() - turn.startedAt.getTime() >= settleMs
    const isOver = last === undefined && changed === 0 && hasSettled
    const next = last === undefined ? { position: null, changed: 0 } : { position: last, changed }
    const dueAt = new Date(last === undefined ? Date.now() + settleMs : 0)
    const doneAt = isOver ? new Date() : null
    // Not when the lease has ended and somebody else has the turn.
    await states.updateOne({ _id: name, dueAt: turn.dueAt }, { $set: { ...next, total, dueAt, doneAt } })
    if (isOver) log.info({ migration: name, documents: total }, 'migration done')
    return isOver ? finish() : last === undefined ? 'later' : 'more'
  }
}
