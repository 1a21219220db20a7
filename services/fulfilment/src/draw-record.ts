import { createHash, createHmac } from 'node:crypto'
import { drawFair, type FairPair, numberLabel, type Pair } from '@prankpost/contracts/fair-draw'
import { Schema } from 'mongoose'
import type { Shipment } from './shipment.model.ts'

/** What one draw of a month was made of, and its result, as it is published: without ids of targets. See `FairDraw`. */
export interface DrawRecord {
  /** The calendar month whose seed was used. */
  month: string
  step: number
  rows: number
  targets: string[]
  pranks: string[]
  sent: FairPair[]
  taken: FairPair[]
  result: FairPair[]
}

const pairs = { type: Schema.Types.Mixed, required: true }
/** Its schema in a month. */
export const drawRecordSchema = new Schema<DrawRecord>(
  {
    month: { type: String, required: true },
    step: { type: Number, required: true },
    rows: { type: Number, required: true },
    targets: [String],
    pranks: [String],
    sent: pairs,
    taken: pairs,
    result: pairs,
  },
  { _id: false, id: false },
)

/** A month keeps its latest draws: a customer may change preferences as often as they like. */
const maxRecords = 50

export interface Question {
  count: number
  targetIds: readonly string[]
  prankIds: readonly string[]
  sent: readonly Pair[]
  taken: readonly Pair[]
}

/** The fields of a month that are stored in the write with the slots that were drawn. */
export type DrawFields = Required<Pick<Shipment, 'drawId' | 'draws'>>

/**
 * Makes the next draw of a month with the seed of the present calendar month, and its record. Record and seed give the same
 * result again. Empty when nothing can be drawn.
 */
export function drawRecorded(
  { invoiceId = '', draws = [] }: Pick<Shipment, 'invoiceId' | 'draws'>,
  { count, targetIds, prankIds, sent, taken }: Question,
  { month, seed }: { month: string; seed: string },
): { drawn: Pair[]; fields: DrawFields } | null {
  const id = drawIdOf(invoiceId)
  const step = (draws.at(-1)?.step ?? 0) + 1
  const labels = new Map(targetIds.map((target, index) => [target, `t${index + 1}`]))
  const labelled = ({ contactId, prankId }: Pair): FairPair => [labels.get(contactId) ?? '-', prankId]
  const input = {
    rows: count,
    targets: [...labels.values()],
    pranks: [...prankIds],
    // Pairs of targets that cannot be drawn now make no difference.
    sent: sent.filter(({ contactId }) => labels.has(contactId)).map(labelled),
    taken: taken.map(labelled),
  }
  const result = drawFair(input, (index) =>
    createHmac('sha256', seed).update(numberLabel({ id, step }, index)).digest('hex'),
  )
  if (result.length < count) return null
  const record: DrawRecord = { month, step, ...input, result }
  return {
    drawn: result.map(([label, prankId]) => ({
      contactId: targetIds[Number(label.slice(1)) - 1] as string,
      prankId,
    })),
    fields: { drawId: id, draws: [...draws, record].slice(-maxRecords) },
  }
}

/** The published id of a month's draws: Stripe chooses the invoice, and the id reveals nothing about it. */
const drawIdOf = (invoiceId: string): string =>
  createHash('sha256').update(invoiceId).digest('hex').slice(0, 32)
