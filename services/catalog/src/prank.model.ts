import {
  type AdminPrank,
  type EventData,
  formatCents,
  type PrankImage,
  type Prank as StorePrank,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'
import { toPicture } from './picture.dto.ts'

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

/** A change of the list price, and who made it. */
interface PriceChange {
  at: Date
  fromCents: number
  toCents: number
  by: string
}

/** A prank. Its `revision` increases with each change and is part of the event. */
export interface Prank extends PrankFacts, OutboxDocument {
  _id: string
  /** The values of the last applied seed edition, so a later edition changes only the values that differ. */
  seed?: PrankFacts & { edition: number }
  /** The hash of its uploaded picture; missing without one. */
  picture?: string
  /** The latest changes of the price, oldest first; missing in pranks of earlier versions. */
  priceChanges?: PriceChange[]
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

const priceChange = new Schema<PriceChange>(
  {
    at: { type: Date, required: true },
    fromCents: requiredNumber,
    toCents: requiredNumber,
    by: requiredString,
  },
  { _id: false },
)

const schema = new Schema<Prank>(
  {
    _id: requiredString,
    ...facts,
    seed: { type: new Schema({ ...facts, edition: requiredNumber }, { _id: false }) },
    picture: String,
    priceChanges: { type: [priceChange], default: undefined },
    updatedAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
schema.index({ onSale: 1, position: 1, _id: 1 })
schema.index({ position: 1, _id: 1 })
schema.index({ name: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })

export type PrankModel = Model<Prank>

/** The collection of pranks on a connection. */
export function createPrankModel(connection: Connection): PrankModel {
  return connection.model<Prank>('Prank', schema)
}

/** Pranks that the catalog may have: the store shows all that are on sale at once. */
export const maxPranks = 500

/** The fields of a prank for responses and events. */
export const prankFields = {
  name: 1,
  description: 1,
  priceCents: 1,
  tier: 1,
  image: 1,
  onSale: 1,
  picture: 1,
  revision: 1,
} as const

/** The fields of a prank for operators. */
export const adminFields = { ...prankFields, position: 1, updatedAt: 1 } as const

type PrankRead = Pick<Prank, '_id' | keyof typeof prankFields>

/** A prank as the store shows it. */
export function toDto({ _id, priceCents, picture, ...prank }: PrankRead): StorePrank {
  const { name, description, tier, image } = prank
  return {
    id: _id,
    name,
    description,
    price: formatCents(priceCents),
    tier,
    image,
    picture: toPicture(picture),
  }
}

/** A prank as operators see it. */
export function toAdminDto(prank: Pick<Prank, '_id' | keyof typeof adminFields>): AdminPrank {
  const { onSale, position, revision, updatedAt } = prank
  return { ...toDto(prank), onSale, position, revision, updatedAt: updatedAt.toISOString() }
}

/** A prank as prank-changed contains it. */
export function toPrankChanged(prank: PrankRead): EventData<'prank-changed'> {
  const { _id, name, description, priceCents, tier, image, onSale, revision } = prank
  return { prankId: _id, name, description, priceCents, tier, image, onSale, revision }
}
