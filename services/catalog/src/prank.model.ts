import {
  type AdminPrank,
  type EventData,
  formatCents,
  type InternalPrank,
  type PrankImage,
  type Prank as StorePrank,
} from '@prankpost/contracts'
import { type OutboxDocument, outboxFields } from '@prankpost/messaging'
import { type Connection, type Model, Schema } from 'mongoose'
import { toPicture } from './picture.dto.ts'
import { type Stock, stockSchema } from './stock.model.ts'

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
  /** What recipients read: what is in it, and its allergens. Missing in pranks of earlier versions. */
  contents?: string
  allergens?: string
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
  /** The current slug, then its former ones; missing until the next start in pranks of earlier versions. */
  slugs?: string[]
  /** The hash of its uploaded picture; missing without one. */
  picture?: string
  /** Whether its stock is counted; missing in pranks of earlier versions. */
  isCounted?: boolean
  stock?: Stock
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
  contents: String,
  allergens: String,
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
    slugs: { type: [String], default: undefined },
    picture: String,
    isCounted: Boolean,
    stock: { type: stockSchema, default: undefined },
    priceChanges: { type: [priceChange], default: undefined },
    updatedAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, minimize: false },
)
schema.index({ onSale: 1, position: 1, _id: 1 })
schema.index({ position: 1, _id: 1 })
schema.index({ name: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })
// A slug, current or former, leads to one prank.
schema.index({ slugs: 1 }, { unique: true, sparse: true })

// What an order holds, and reservations that end.
schema.index({ 'stock.entries.orderId': 1 }, { sparse: true })
schema.index({ 'stock.entries.until': 1 }, { sparse: true })

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
  slugs: 1,
  picture: 1,
  isCounted: 1,
  'stock.left': 1,
  'stock.reserved': 1,
  revision: 1,
} as const

/** The fields of a prank for operators. */
export const adminFields = { ...prankFields, contents: 1, allergens: 1, position: 1, updatedAt: 1 } as const
/** The fields of a prank for other services. */
export const internalFields = { ...prankFields, contents: 1, allergens: 1 } as const

type PrankRead = Pick<Prank, '_id' | Exclude<keyof typeof prankFields, 'stock.left' | 'stock.reserved'>> & {
  stock?: Pick<Stock, 'left' | 'reserved'>
}

/** What can be ordered of a prank; null if its stock is not counted. */
const leftOf = ({ isCounted, stock }: PrankRead) => (isCounted && stock ? stock.left : null)
/** What is not paid for yet, reserved units included; null if it is not counted. */
export const stockOf = ({ isCounted, stock }: PrankRead) =>
  isCounted && stock ? stock.left + stock.reserved : null

/** A prank as the store shows it. */
export function toDto(prank: PrankRead): StorePrank {
  const { _id, priceCents, slugs, picture, name, description, tier, image } = prank
  const slug = slugs?.[0]
  const left = leftOf(prank)
  return {
    id: _id,
    name,
    description,
    price: formatCents(priceCents),
    tier,
    image,
    picture: toPicture(picture),
    ...(slug !== undefined && { slug }),
    soldOut: left !== null && left <= 0,
  }
}

/** A prank as operators see it. */
export function toAdminDto(
  prank: PrankRead & Pick<Prank, 'position' | 'updatedAt' | 'contents' | 'allergens'>,
): AdminPrank {
  const { onSale, position, revision, updatedAt, stock, contents = '', allergens = '' } = prank
  const counted = stockOf(prank)
  return {
    ...toDto(prank),
    onSale,
    position,
    contents,
    allergens,
    stock: counted,
    reserved: counted === null ? 0 : (stock?.reserved ?? 0),
    revision,
    updatedAt: updatedAt.toISOString(),
  }
}

/** A prank as prank-changed contains it. */
export function toPrankChanged(prank: PrankRead): EventData<'prank-changed'> {
  const { _id, name, description, priceCents, tier, image, onSale, isCounted = false, revision } = prank
  return { prankId: _id, name, description, priceCents, tier, image, onSale, isCounted, revision }
}

/** A prank as other services read it. */
export function toInternalPrank(prank: PrankRead & Pick<Prank, 'contents' | 'allergens'>): InternalPrank {
  const { contents = '', allergens = '' } = prank
  return { ...toPrankChanged(prank), left: leftOf(prank), contents, allergens }
}
