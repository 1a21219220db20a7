import type { PrankImage } from '@prankpost/contracts'
import { type Connection, type Model, Schema } from 'mongoose'

/** A local copy of a prank's price, so that checkout works while catalog is down. */
export interface Price {
  /** The prank's id. */
  _id: string
  name: string
  description: string
  priceCents: number
  tier: string
  image: PrankImage
  onSale: boolean
  /** Whether its stock is counted: catalog reserves what an order needs. Missing in copies of earlier versions. */
  isCounted?: boolean
  /** The revision of the prank in catalog. An older revision never replaces a newer one. */
  revision: number
}

const schema = new Schema<Price>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true, index: true },
    description: { type: String, required: true },
    priceCents: { type: Number, required: true },
    tier: { type: String, required: true },
    image: { type: String, required: true },
    onSale: { type: Boolean, required: true },
    isCounted: Boolean,
    revision: { type: Number, required: true },
  },
  { versionKey: false },
)

export type PriceModel = Model<Price>

/** The model of prices on a connection. */
export function createPriceModel(connection: Connection): PriceModel {
  return connection.model<Price>('Price', schema)
}
