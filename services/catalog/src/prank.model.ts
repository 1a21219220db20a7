import { type EventData, formatCents, type Prank as PrankDto, type PrankImage } from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'

/** The data of a prank. */
export interface PrankFacts {
  name: string
  description: string
  priceCents: number
  tier: string
  image: PrankImage
  /** Its position in the list. */
  position: number
  onSale: boolean
}

/** A prank. Its `revision` increases with each change and is part of the event. */
export interface Prank extends PrankFacts, OutboxDocument {
  _id: string
  /** The values of the last applied seed edition, so a later edition changes only the values that differ. */
  seed: PrankFacts & { edition: number }
  updatedAt: Date
}

const requiredString = { type: String, required: true }
const requiredNumber = { type: Number, required: true }
const facts = {
  name: requiredString,
  description: requiredString,
  priceCents: { ...requiredNumber, min: 1 },
  tier: requiredString,
  image: requiredString,
  position: requiredNumber,
  onSale: { type: Boolean, required: true },
}

const schema = new Schema<Prank>(
  {
    _id: requiredString,
    ...facts,
    seed: { type: new Schema({ ...facts, edition: requiredNumber }, { _id: false }), required: true },
    updatedAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
schema.index({ onSale: 1, position: 1 })
schema.index({ name: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })

export type PrankModel = Model<Prank>

/** The collection of pranks on a connection. */
export function createPrankModel(connection: Connection): PrankModel {
  return connection.model<Prank>('Prank', schema)
}

/** The fields of a prank for responses and events. */
export const prankFields = {
  name: 1,
  description: 1,
  priceCents: 1,
  tier: 1,
  image: 1,
  onSale: 1,
  revision: 1,
} as const

type PrankRead = Pick<Prank, '_id' | keyof typeof prankFields>

/** A prank as the store shows it. */
export function toDto({ _id, name, description, priceCents, tier, image }: PrankRead): PrankDto {
  return { id: _id, name, description, price: formatCents(priceCents), tier, image }
}

/** A prank as prank-changed contains it. */
export function toPrankChanged(prank: PrankRead): EventData<'prank-changed'> {
  const { _id, name, description, priceCents, tier, image, onSale, revision } = prank
  return { prankId: _id, name, description, priceCents, tier, image, onSale, revision }
}
